import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@escrow-kit/suite/until';
import { expect, test } from 'vitest';
import { startEndpoint } from './support/endpoint.ts';
import { startRelayProcess } from './support/relay-process.ts';
import { createFolder } from './support/start-test-relay.ts';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentId?: string;
  links: string[];
}

const overlay = `overlay: 1.0.0
info: { title: Other names of states, version: 1.0.0 }
actions:
  - { target: "$['x-milestone-states']", remove: true }
  - { target: $, update: { x-milestone-states: [DRAFT, UNPAID, FUNDED, PAYING, DONE] } }`;

test('an attempt is traced to the endpoint, and links to the request of the service; with an overlay, lines name the status as the event says it', async () => {
  const shop = await startEndpoint();
  const folder = createFolder();
  const overlayFile = join(folder, 'overlay.yaml');
  writeFileSync(overlayFile, overlay);
  const relay = startRelayProcess(['--store', folder, '--forward', shop.url, '--overlay', overlayFile, '--json'], {
    NODE_OPTIONS: `--import ${new URL('support/telemetry.ts', import.meta.url)}`,
  });
  expect(await relay.send({ status: 'FUNDED', milestoneId: 'milestone-1', referenceId: 'reference-1' })).toBe(true);
  const findSpan = (name: string): Promise<Span> =>
    until(() => {
      const spans = Array.from(relay.errors().matchAll(/^span (.*)$/gm), ([, span = '']): Span => JSON.parse(span));
      return spans.find((span) => span.name === name) ?? expect.unreachable(name);
    });

  const [received, attempt, sent] = await Promise.all(
    ['receive contract_events', 'process contract_events', 'POST'].map(findSpan),
  );

  expect(attempt?.links).toEqual([received?.traceId]);
  expect(sent).toMatchObject({ traceId: attempt?.traceId, parentId: attempt?.spanId });
  expect(shop.received[0]?.headers['traceparent']).toBe(`00-${sent?.traceId}-${sent?.spanId}-01`);

  const named = (what: string) => expect.objectContaining({ what, event: 'FUNDED', milestoneId: 'milestone-1' });
  await until(() =>
    expect(relay.lines().map((line) => JSON.parse(line))).toEqual([named('received'), named('forwarded')]),
  );
});
