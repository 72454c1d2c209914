import { describe, expect, test } from 'vitest';
import { WebhookError } from '../src/index.ts';
import { entries } from './support/entries.ts';
import { createRecordingInbox } from './support/recording-inbox.ts';

const wrongSecrets: [string, unknown, string][] = [
  ['missing', undefined, 'the secret is missing'],
  ['null', null, 'the secret is missing'],
  ['empty', '', 'the secret is empty'],
  ['an empty list', [], 'the list is empty'],
  ['a list with an empty one', ['right', ''], 'the secret is empty'],
  ['no text', 7, 'the secret is not a text'],
  ['copied with a line end', 'right\n', 'the secret has white space around it'],
  ['copied with a space', ' right', 'the secret has white space around it'],
];

describe.each(entries)('$name', ({ entry }) => {
  const { verify, verifySignature, constructEvent, sign, signedRequest, createWebhookReceiver } = entry;

  test.each(wrongSecrets)(
    'a secret that is %s is a configuration error, not a refusal',
    async (_title, secret, fault) => {
      const create = () => createWebhookReceiver({ secrets: secret as never, inbox: createRecordingInbox() });
      const calls = [verify, verifySignature, constructEvent].map((call) => () => call('', '', secret as never));
      for (const call of [create, ...calls]) {
        await expect(async () => call()).rejects.toThrow(`secrets: ${fault}. Set it to the webhook secret.`);
      }
    },
  );

  test('sign refuses an unusable secret', async () => {
    await expect(async () => sign('', '')).rejects.toThrow(/^secret: /);
    await expect(async () => signedRequest({ body: '', secret: 'right ' })).rejects.toThrow(/^secret: /);
  });

  test('sign refuses what is not a body, and says what to pass', async () => {
    await expect(async () => sign({} as never, 'secret')).rejects.toThrow(/serialized/);
    for (const nothing of [{ secret: 'secret' }, undefined, null])
      await expect(async () => signedRequest(nothing as never)).rejects.toThrow(/event or a body/);
  });

  test.each([
    ['inbox', { inbox: undefined }],
    ['inbox', { inbox: {} }],
    ['bodyLimitInBytes', { bodyLimitInBytes: 0 }],
    ['bodyLimitInBytes', { bodyLimitInBytes: Number.NaN }],
    ['bodyTimeoutInMs', { bodyTimeoutInMs: -1 }],
    ['bodyTimeoutInMs', { bodyTimeoutInMs: '5 s' }],
    ['handlers', { handlers: { PAYED() {} } }],
  ])('createWebhookReceiver refuses the option %s: %o', (name, option) => {
    const options = { secrets: 'whsec_sandbox', inbox: createRecordingInbox(), ...option };

    const create = () => createWebhookReceiver(options as never);

    expect(create).toThrow(WebhookError);
    expect(create).toThrow(expect.objectContaining({ code: 'configuration', message: expect.stringContaining(name) }));
  });
});

test('an error as JSON has its message, but not its cause', () => {
  const error = new WebhookError('inbox', 'The inbox failed.', { cause: new Error('of a stored name') });

  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: 'WebhookError',
    code: 'inbox',
    message: 'The inbox failed.',
  });
});
