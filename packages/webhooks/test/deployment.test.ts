import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createFetchHandler } from '../src/adapters/fetch.ts';
import { createLambdaHandler } from '../src/adapters/lambda.ts';
import { createNodeHandler } from '../src/adapters/node.ts';
import { createMemoryInbox } from '../src/inbox/memory.ts';
import type { ContractEvent, SignatureForm, WebhookReceiver, WebhookReceiverOptions } from '../src/index.ts';
import { entries } from './support/entries.ts';
import { listen } from './support/listen.ts';
import { createObservedReceiver, requestFor, secret } from './support/receiver.ts';

const body = JSON.stringify({ contractId: 'm', status: 'FUNDED', referenceId: 'r' });
const event = { status: 'PAID', milestoneId: 'm', referenceId: 'r' } as const;
const statuses = { FUNDED: 'PAID' } as const;
const unsigned = { signature: null, allowedAddresses: ['192.0.2.0/24', '2001:db8::7', '127.0.0.2'] } as const;

const forms: SignatureForm[] = [
  { header: 'X-Escrow-Mac', encoding: 'base64', prefix: 'v1, ' },
  { header: 'X-Escrow-Mac', encoding: 'base64', prefix: '' },
  { header: 'X-Hub-Signature-256', encoding: 'hex', prefix: 'sha256:' },
  { header: 'service-signature', encoding: 'hex', prefix: '' },
];

const macOf = ({ encoding }: SignatureForm, key: string): string =>
  createHmac('sha256', key).update(body).digest(encoding);

const post = (receiver: WebhookReceiver, headers: Record<string, string> = {}, remoteAddress?: string) =>
  receiver.receive({ method: 'POST', headers, body, remoteAddress });

describe.each(entries)('events that are signed otherwise, on $name', ({ entry }) => {
  const { createWebhookReceiver, constructEvent, sign, signedRequest, verify } = entry;
  const createReceiver = (signature: SignatureForm, secrets: string | string[] = secret) =>
    createObservedReceiver({ signature, secrets }, {}, createWebhookReceiver).receiver;

  test.each(forms)('HOOK-2 are accepted in the form %o, and made for tests in it', async (signature) => {
    const value = signature.prefix + macOf(signature, secret);
    const headers = { 'content-type': 'application/json', [signature.header.toLowerCase()]: value };

    expect(await sign(body, secret, { signature })).toBe(value);
    expect(await signedRequest({ event, secret, signature, statuses })).toEqual({ method: 'POST', headers, body });
    expect(await verify(body, value, secret, { signature, statuses })).toMatchObject({ ok: true, event });
    expect(await constructEvent(body, value, secret, { signature, statuses })).toMatchObject(event);
    expect((await post(createReceiver(signature), headers)).status).toBe(200);
  });

  test.each(forms)(
    'HOOK-2 are accepted in the form %o while a secret replaces another, and by none else',
    async (signature) => {
      const receiver = createReceiver(signature, ['new secret', secret]);
      const send = async (key: string) =>
        (await post(receiver, { [signature.header]: signature.prefix + macOf(signature, key) })).status;

      expect([await send('new secret'), await send(secret), await send('another')]).toEqual([200, 200, 401]);
      const options = { signature, statuses };
      const value = signature.prefix + macOf(signature, secret);
      expect(await verify(body, value, ['new secret', secret], options)).toMatchObject({ ok: true, secretIndex: 1 });
    },
  );

  const [form, bare] = forms as [SignatureForm, SignatureForm];
  const mac = macOf(form, secret);

  test.each<[string, Record<string, string>, string]>([
    ['in the form of the service', requestFor().headers, 'signature_missing: The header X-Escrow-Mac is missing.'],
    ['without the prefix', { 'x-escrow-mac': mac }, 'is not v1,  and 44 characters of base64.'],
    ['with no base64', { 'x-escrow-mac': `v1, ${'*'.repeat(43)}=` }, 'signature_malformed'],
    ['with white space in it', { 'x-escrow-mac': `v1, ${mac.slice(0, 39)}    =` }, 'signature_malformed'],
    ['without padding', { 'x-escrow-mac': `v1, ${mac.slice(0, -1)}` }, 'signature_malformed'],
    ['in hex', { 'x-escrow-mac': `v1, ${macOf({ ...form, encoding: 'hex' }, secret)}` }, 'signature_malformed'],
    ['twice', { 'x-escrow-mac': `v1, ${mac}, v1, ${mac}` }, 'signature_repeated'],
    ['of another body', { 'x-escrow-mac': `v1, ${'A'.repeat(43)}=` }, 'signature_mismatch'],
  ])('HOOK-2 are refused %s', async (_title, headers, reason) => {
    const answer = await post(createReceiver(form), headers);

    expect(answer.status).toBe(401);
    expect(answer.body).toContain(reason);
  });

  test('HOOK-2 are refused in any but the one text of base64 that is written for a signature', async () => {
    const value = macOf(bare, secret);
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const last = digits.indexOf(value.charAt(42));
    const same = [1, 2, 3].map((spare) => `${value.slice(0, 42)}${digits[last + spare]}=`);

    expect(same.map((text) => Buffer.from(text, 'base64').equals(Buffer.from(value, 'base64')))).toEqual([
      true,
      true,
      true,
    ]);
    for (const text of same) {
      expect(await verify(body, text, secret, { signature: bare })).toEqual({
        ok: false,
        reason: 'signature_malformed',
      });
    }
  });

  test('HOOK-2 an error names the header of the form', async () => {
    await expect(async () => constructEvent(body, '', secret, { signature: form })).rejects.toThrow(
      'X-Escrow-Mac is missing',
    );
  });

  test.each([
    {},
    null,
    { ...bare, header: 'a b' },
    { ...bare, prefix: undefined },
    { ...bare, prefix: ' v1' },
    { ...bare, encoding: 'constructor' },
  ])('the signature %o is a configuration error', async (signature) => {
    const refused = expect.objectContaining({
      code: 'configuration',
      message: expect.stringMatching(/^signature: give/),
    });
    const options = { signature } as never;

    await expect(async () => sign(body, secret, options)).rejects.toThrow(refused);
    await expect(async () => verify(body, '', secret, options)).rejects.toThrow(refused);
    if (signature) expect(() => createReceiver(signature as never)).toThrow(refused);
  });
});

describe.each(entries)('unsigned events, on $name', ({ entry: { createWebhookReceiver, signedRequest } }) => {
  const createReceiver = (options: object = {}) =>
    createObservedReceiver({ ...unsigned, secrets: undefined, ...options } as object, {}, createWebhookReceiver);

  test.each([
    ...[
      '192.0.2.1',
      '192.0.2.255',
      '::ffff:192.0.2.9',
      '::FFFF:C000:0209',
      '2001:db8::7',
      '2001:0db8:0:0::7',
      '2001:db8::7%eth0',
    ].map((from) => [from, 200]),
    ...[
      '192.0.3.1',
      '2001:db8::8',
      '::ffff:192.0.3.1',
      '::192.0.2.1',
      '',
      'localhost',
      '192.0.2',
      '192.0.2.01',
      '192.0.2.256',
      '0xc0.0.2.1',
    ].map((from) => [from, 403]),
    ...['192.0.2.1, 192.0.2.1', '[2001:db8::7]', '2001:db8::7/64', undefined].map((from) => [from, 403]),
  ] as [string | undefined, number][])(
    'that come from %s are answered with %i, whatever a header says, and even if signed',
    async (address, status) => {
      const { receiver, inbox } = createReceiver();

      const answer = await post(receiver, { ...requestFor().headers, 'x-forwarded-for': '192.0.2.1' }, address);

      expect(answer.status).toBe(status);
      expect(answer.body).toMatch(status === 403 ? /^address_not_allowed: Webhooks are not sent/ : 'Received.');
      expect(inbox.stored).toHaveLength(status === 200 ? 1 : 0);
    },
  );

  test.each([
    ['192.0.2.1', 200],
    ['203.0.113.9, 192.0.2.1', 200],
    ['192.0.2.1, 203.0.113.9', 403],
    ['', 403],
  ])('behind a proxy count by the last entry of its header: %s', async (forwarded, status) => {
    const { receiver } = createReceiver({ addressHeader: 'X-Forwarded-For' });

    expect((await post(receiver, { 'x-forwarded-for': forwarded }, '192.0.2.1')).status).toBe(status);
  });

  test('are made for tests without a signature', async () => {
    const completed = {
      event: { status: 'COMPLETED', milestoneId: 'm' },
      ...unsigned,
      statuses: { DONE: 'COMPLETED' },
    } as const;

    expect(await signedRequest(completed)).toEqual({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"contractId":"m","status":"DONE"}',
    });
  });

  test('whose body was parsed before are refused with the remedy', async () => {
    const request = { method: 'POST', headers: {}, body: JSON.parse(body), remoteAddress: '192.0.2.1' };

    expect(await createReceiver().receiver.receive(request)).toMatchObject({ status: 500, body: /^body_not_raw: / });
  });
});

test('each adapter tells the address of the connection, or that of the header', async () => {
  const { receiver } = createObservedReceiver({ ...unsigned, secrets: undefined });
  const options = { ...unsigned, addressHeader: 'x-real-ip' };
  const proxied = createObservedReceiver({ ...options, secrets: undefined }).receiver;
  const { url, close } = await listen(createServer(createNodeHandler(receiver)));

  const onNode = await fetch(url, { method: 'POST', body });
  await close();
  const onLambda = (sourceIp: string) =>
    createLambdaHandler(receiver)({ requestContext: { http: { method: 'POST', sourceIp } }, body });
  const onFetch = (address: string) =>
    createFetchHandler(proxied)(new Request(url, { method: 'POST', headers: { 'x-real-ip': address }, body }));

  expect(onNode.status).toBe(403);
  expect([(await onLambda('192.0.2.1')).statusCode, (await onLambda('127.0.0.1')).statusCode]).toEqual([200, 403]);
  expect([(await onFetch('192.0.2.1')).status, (await onFetch('127.0.0.1')).status]).toEqual([200, 403]);
});

test('signed events can be limited to addresses as well', async () => {
  const { allowedAddresses } = unsigned;
  const { receiver } = createObservedReceiver({ allowedAddresses });
  const { headers, body: signedBody } = requestFor();
  const from = (remoteAddress: string) =>
    receiver.receive({ method: 'POST', headers, body: signedBody, remoteAddress });

  expect([(await from('192.0.2.1')).status, (await from('203.0.113.1')).status]).toEqual([200, 403]);
  expect((await post(receiver, {}, '192.0.2.1')).status).toBe(401);
});

test.each<[string, object, string]>([
  ['unsigned events from anybody', { signature: null }, 'allowedAddresses: list where'],
  ['unsigned events from nobody', { signature: null, allowedAddresses: [] }, 'allowedAddresses: list where'],
  ['signed events from nobody', { secrets: secret, allowedAddresses: [] }, 'allowedAddresses: list where'],
  ...[
    '0.0.0.0/0',
    '128.0.0.0/1',
    '192.0.0.0/7',
    '::/0',
    '::/1',
    '2000::/7',
    '::ffff:0:0/96',
    '::/8',
    '::ffff:0.0.0.0/97',
  ].map((block): [string, object, string] => [
    `nearly everybody: ${block}`,
    { ...unsigned, allowedAddresses: ['::1', block] },
    `allowedAddresses: "${block}" is neither an IP address nor a CIDR block, or has nearly every address.`,
  ]),
  ...['escrow.example', '192.0.2.0/33', '192.0.2.0/', '192.0.2.0/8/8', '2001:db8::/129', '192.0.2.0/-1', ''].map(
    (entry): [string, object, string] => [
      `the address ${entry}`,
      { ...unsigned, allowedAddresses: [entry] },
      `allowedAddresses: "${entry}" is neither`,
    ],
  ),
  ['a secret of unsigned events', { ...unsigned, secrets: secret }, 'secrets: leave them out'],
  ['no secret of signed events', {}, 'secrets: the secret is missing'],
  [
    'a status that is none',
    { secrets: secret, statuses: { FUNDED: 'PAYED' } },
    'statuses: FUNDED stands for none of PAID, ',
  ],
])('a receiver with %s is refused at once', (_, options, message) => {
  const [{ entry: node }] = entries as [(typeof entries)[0]];
  const create = () => node.createWebhookReceiver({ inbox: createMemoryInbox(), ...options } as WebhookReceiverOptions);

  expect(create).toThrow(expect.objectContaining({ code: 'configuration', message: expect.stringContaining(message) }));
});

test('HOOK-5 events with other names of statuses reach the handlers of those that they stand for, and are stored as sent', async () => {
  const names = { FUNDED: 'PAID', DONE: 'COMPLETED' } as const;
  const handled: [string, ContractEvent['status'], boolean][] = [];
  const handle =
    (name: string) =>
    ({ status }: ContractEvent, { isLate }: { isLate: boolean }) =>
      void handled.push([name, status, isLate]);
  const inbox = createMemoryInbox();
  const { receiver } = createObservedReceiver({
    ...unsigned,
    secrets: undefined,
    inbox,
    statuses: names,
    handlers: {
      PAID: handle('PAID'),
      CASHOUT_IN_PROGRESS: handle('CASHOUT_IN_PROGRESS'),
      COMPLETED: handle('COMPLETED'),
      unknown: handle('unknown'),
    },
  } as object);
  const send = (status: string, contractId: string, referenceId: string | null = status) =>
    receiver.receive({
      method: 'POST',
      headers: {},
      body: JSON.stringify({ contractId, status, referenceId }),
      remoteAddress: '192.0.2.1',
    });

  const answers = [
    await send('DONE', 'm'),
    await send('FUNDED', 'm'),
    await send('CASHOUT_IN_PROGRESS', 'k'),
    await send('PAID', 'n', 'one'),
    await send('FUNDED', 'n', 'one'),
    await send('constructor', 'o'),
    await send('FUNDED', 'p', null),
  ];
  receiver.start();
  await inbox.drain();
  await receiver.stop();

  expect(answers.map(({ status, body: text }) => [status, text.split(':')[0]?.trim()])).toEqual([
    ...Array.from({ length: 6 }, () => [200, 'Received.']),
    [200, 'event_invalid'],
  ]);
  expect(handled.toSorted()).toEqual([
    ['CASHOUT_IN_PROGRESS', 'CASHOUT_IN_PROGRESS', false],
    ['COMPLETED', 'COMPLETED', false],
    // Whatever unknown event had its reference before.
    ['PAID', 'PAID', false],
    ['PAID', 'PAID', true],
    ['unknown', 'unknown', false],
    ['unknown', 'unknown', false],
  ]);
  const stored = await inbox.find();
  expect(stored.map(({ rawBody }) => JSON.parse(rawBody).status).toSorted()).toEqual([
    'CASHOUT_IN_PROGRESS',
    'DONE',
    'FUNDED',
    'FUNDED',
    'PAID',
    'constructor',
  ]);
});
