import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { printLive } from '../src/output/live-lines.ts';

test('an event can neither change the terminal nor fake a line', async () => {
  const stream = new PassThrough();
  const body = { status: 'X\u001b]0;title\u0007', contractId: 'm\r\n09:00 --> shop PAID 200' };
  const event = {
    status: 'unknown',
    receivedStatus: body.status,
    milestoneId: body.contractId,
    referenceId: '',
    body,
  } as const;

  const print = printLive(stream, { isJson: false, now: () => new Date('2026-11-22T09:00:00Z') });
  print({ what: 'received', event, outcome: 'stored' });
  stream.end();

  const printed = await text(stream);
  expect(printed.replace('\u001b[2m09:00:00.000\u001b[22m', '')).not.toMatch(/\p{Cc}(?!$)/u);
  expect(printed.trimEnd().split('\n')).toHaveLength(1);
});
