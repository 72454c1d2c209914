import { describe, expect, test } from 'vitest';
import { WebhookError } from '../src/index.ts';
import { entries } from './support/entries.ts';
import { createRecordingInbox } from './support/recording-inbox.ts';

const wrongSecrets: [string, unknown][] = [
  ['missing', undefined],
  ['null', null],
  ['empty', ''],
  ['an empty list', []],
  ['a list with an empty one', ['right', '']],
  ['no text', 7],
  ['copied with a line end', 'right\n'],
  ['copied with a space', ' right'],
];

describe.each(entries)('$name', ({ entry }) => {
  const { verify, verifySignature, constructEvent, sign, signedRequest, createWebhookReceiver } = entry;

  test.each(wrongSecrets)('a secret that is %s is a configuration error, not a refusal', async (_title, secret) => {
    for (const call of [verify, verifySignature, constructEvent]) {
      await expect(async () => call('', '', secret as never)).rejects.toThrow(/^secret: /);
    }
  });

  test('nothing is signed without a usable secret', async () => {
    await expect(async () => sign('', '')).rejects.toThrow(/^secret: /);
    await expect(async () => signedRequest({ body: '', secret: 'right ' })).rejects.toThrow(/^secret: /);
  });

  test('signing something else than a body is an error that says what to pass', async () => {
    await expect(async () => sign({} as never, 'secret')).rejects.toThrow(/serialized/);
    await expect(async () => signedRequest({ secret: 'secret' } as never)).rejects.toThrow(/event or a body/);
  });

  test.each(wrongSecrets)('a receiver is not created if its secret is %s', (_title, secrets) => {
    expect(() => createWebhookReceiver({ secrets: secrets as never, inbox: createRecordingInbox() })).toThrow(
      /^secret: /,
    );
  });

  test.each([
    ['inbox', { inbox: undefined }],
    ['inbox', { inbox: {} }],
    ['bodyLimitInBytes', { bodyLimitInBytes: 0 }],
    ['bodyLimitInBytes', { bodyLimitInBytes: Number.NaN }],
    ['bodyTimeoutInMs', { bodyTimeoutInMs: -1 }],
    ['bodyTimeoutInMs', { bodyTimeoutInMs: '5 s' }],
    ['handlers', { handlers: { PAYED() {} } }],
  ])('a receiver is not created if the option %s cannot work: %o', (name, option) => {
    const options = { secrets: 'whsec_sandbox', inbox: createRecordingInbox(), ...option };

    const create = () => createWebhookReceiver(options as never);

    expect(create).toThrow(WebhookError);
    expect(create).toThrow(expect.objectContaining({ code: 'configuration', message: expect.stringContaining(name) }));
  });
});
