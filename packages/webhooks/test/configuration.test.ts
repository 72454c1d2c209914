import { describe, expect, test } from 'vitest';
import { WebhookError } from '../src/index.ts';
import { entries } from './support/entries.ts';
import { createRecordingInbox } from './support/recording-inbox.ts';

const wrongSecrets: [string, unknown, string][] = [
  ['missing', undefined, 'the secret is missing'],
  ['empty', '', 'the secret is empty'],
  ['an empty list', [], 'the list is empty'],
  ['no text', 7, 'the secret is not text'],
  ['copied with a line end', 'right\n', 'the secret has white space around it'],
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

  test('sign refuses an unusable secret, and what is not a body', async () => {
    await expect(async () => sign('', '')).rejects.toThrow(/^secret: /);
    await expect(async () => signedRequest({ body: '', secret: 'right ' })).rejects.toThrow(/^secret: /);
    await expect(async () => sign({} as never, 'secret')).rejects.toThrow(/serialized/);
    await expect(async () => signedRequest({ secret: 'secret' } as never)).rejects.toThrow(/event or a body/);
  });

  test.each([
    ['inbox', { inbox: undefined }],
    ['bodyLimitInBytes', { bodyLimitInBytes: 0 }],
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
