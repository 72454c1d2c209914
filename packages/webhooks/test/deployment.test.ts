import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createFetchHandler } from '../src/adapters/fetch.ts';
import { createLambdaHandler } from '../src/adapters/lambda.ts';
import { createNodeHandler } from '../src/adapters/node.ts';
import { createMemoryInbox } from '../src/inbox/memory.ts';
import {
  type ContractEvent,
  createWebhookReceiver as createOnNode,
  type SignatureForm,
  signedRequest as signedOnNode,
  type WebhookReceiver,
  type WebhookReceiverOptions,
} from '../src/index.ts';
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
];
const [form, bare] = forms as [SignatureForm, SignatureForm];

const macOf = ({ encoding }: SignatureForm, key = secret): string =>
  createHmac('sha256', key).update(body).digest(encoding);
const mac = macOf(form);

const post = (receiver: WebhookReceiver, headers: Record<string, string> = {}, remoteAddress?: string) =>
  receiver.receive({ method: 'POST', headers, body, remoteAddress });

describe.each(entries)('events that are signed otherwise, on $name', ({ entry }) => {
  const { createWebhookReceiver, constructEvent, sign, signedRequest, verify } = entry;
  const createReceiver = (signature: SignatureForm, secrets: string | string[] = secret) =>
    createObservedReceiver({ signature, secrets }, {}, createWebhookReceiver).receiver;

  test.each(forms)(
    'HOOK-2 are accepted in the form %o, by either secret, and made for tests in it',
    async (signature) => {
      const value = signature.prefix + macOf(signature);
      const headers = { 'content-type': 'application/json', [signature.header.toLowerCase()]: value };
      const options = { signature, statuses };

      expect(await sign(body, secret, { signature })).toBe(value);
      expect(await signedRequest({ event, secret, ...options })).toEqual({ method: 'POST', headers, body });
      expect(await verify(body, value, ['new secret', secret], options)).toMatchObject({ secretIndex: 1, event });
      expect(await constructEvent(body, value, secret, options)).toMatchObject(event);
      expect((await post(createReceiver(signature, ['new secret', secret]), headers)).status).toBe(200);
      expect((await post(createReceiver(signature, 'another'), headers)).status).toBe(401);
    },
  );

  test.each<[string, Record<string, string>, string]>([
    ['in the form of the service', requestFor().headers, 'signature_missing: The header X-Escrow-Mac is missing.'],
    ['without the prefix', { 'x-escrow-mac': mac }, 'must be v1,  and 44 characters of base64.'],
    ['with no base64', { 'x-escrow-mac': `v1, ${'*'.repeat(43)}=` }, 'signature_malformed'],
    ['with white space in it', { 'x-escrow-mac': `v1, ${mac.slice(0, 39)}    =` }, 'signature_malformed'],
    ['in hex', { 'x-escrow-mac': `v1, ${macOf({ ...form, encoding: 'hex' })}` }, 'signature_malformed'],
    ['twice', { 'x-escrow-mac': `v1, ${mac}, v1, ${mac}` }, 'signature_repeated'],
    ['of another body', { 'x-escrow-mac': `v1, ${'A'.repeat(43)}=` }, 'signature_mismatch'],
  ])('HOOK-2 are refused %s', async (_title, headers, reason) => {
    const answer = await post(createReceiver(form), headers);

    expect(answer.status).toBe(401);
    expect(answer.body).toContain(reason);
  });

  test('HOOK-2 are refused in any but the one text of base64 that is written for a signature', async () => {
    const value = macOf(bare);
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const same = `${value.slice(0, 42)}${digits[digits.indexOf(value.charAt(42)) + 1]}=`;

    expect(Buffer.from(same, 'base64')).toEqual(Buffer.from(value, 'base64'));
    expect(await verify(body, same, secret, { signature: bare })).toMatchObject({ reason: 'signature_malformed' });
  });

  test.each([{}, { ...bare, header: 'a b' }, { ...bare, prefix: undefined }, { ...bare, encoding: 'constructor' }])(
    'the signature %o is a configuration error',
    async (signature) => {
      const refused = expect.objectContaining({
        code: 'configuration',
        message: expect.stringMatching(/^signature: set/),
      });
      const options = { signature } as never;

      await expect(async () => sign(body, secret, options)).rejects.toThrow(refused);
      await expect(async () => verify(body, '', secret, options)).rejects.toThrow(refused);
      expect(() => createReceiver(signature as never)).toThrow(refused);
    },
  );
});

describe('unsigned events', () => {
  const createReceiver = (options: object = {}) =>
    createObservedReceiver({ ...unsigned, secrets: undefined, ...options } as object);

  test.each<[string | undefined, number]>([
    ['192.0.2.255', 200],
    ['::ffff:192.0.2.9', 200],
    ['::FFFF:C000:0209', 200],
    ['2001:0db8:0:0::7', 200],
    ['2001:db8::7%eth0', 200],
    ['192.0.3.1', 403],
    ['2001:db8::8', 403],
    ['::192.0.2.1', 403],
    ['192.0.2.01', 403],
    ['0xc0.0.2.1', 403],
    ['192.0.2.1, 192.0.2.1', 403],
    ['2001:db8::7/64', 403],
    [undefined, 403],
  ])('that come from %s are answered with %i, whatever a header says, and even if signed', async (address, status) => {
    const { receiver, inbox } = createReceiver();

    const answer = await post(receiver, { ...requestFor().headers, 'x-forwarded-for': '192.0.2.1' }, address);

    expect(answer.status).toBe(status);
    expect(answer.body).toMatch(status === 403 ? /^address_not_allowed: This address is not allowed/ : 'Received.');
    expect(inbox.stored).toHaveLength(status === 200 ? 1 : 0);
  });

  test('are made for tests without a signature', () => {
    const { body: made, headers } = signedOnNode({ event, ...unsigned, statuses });

    expect([made, headers]).toEqual([body, { 'content-type': 'application/json' }]);
  });

  test('count by the address of the connection that each adapter tells, or by that of the header', async () => {
    const { receiver } = createReceiver();
    const proxied = createReceiver({ addressHeader: 'x-real-ip' }).receiver;
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
    // Its last entry counts.
    expect([(await onFetch('10.0.0.1, 192.0.2.1')).status, (await onFetch('192.0.2.1, 10.0.0.1')).status]).toEqual([
      200, 403,
    ]);
  });
});

test('signed events can be limited to addresses as well', async () => {
  const { receiver } = createObservedReceiver({ allowedAddresses: unsigned.allowedAddresses });
  const from = (remoteAddress: string) => receiver.receive({ ...requestFor(), remoteAddress });

  expect([(await from('192.0.2.1')).status, (await from('203.0.113.1')).status]).toEqual([200, 403]);
  expect((await post(receiver, {}, '192.0.2.1')).status).toBe(401);
});

test.each<[string, object, string]>([
  ['unsigned events from anybody', { signature: null }, 'allowedAddresses: list the addresses'],
  ['signed events from nobody', { secrets: secret, allowedAddresses: [] }, 'allowedAddresses: list the addresses'],
  ...['0.0.0.0/0', '192.0.0.0/7', '::/8', '::ffff:0.0.0.0/97', 'escrow.example', '192.0.2.0/33', '192.0.2.0/'].map(
    (entry): [string, object, string] => [
      `the address ${entry}`,
      { ...unsigned, allowedAddresses: ['::1', entry] },
      `allowedAddresses: "${entry}" is not an IP address or CIDR block, or contains nearly every address.`,
    ],
  ),
  ['a secret of unsigned events', { ...unsigned, secrets: secret }, 'secrets: omit them'],
  ['no secret of signed events', {}, 'secrets: the secret is missing'],
  ['a status that is none', { secrets: secret, statuses: { FUNDED: 'PAYED' } }, 'statuses: FUNDED must map to one of'],
])('a receiver with %s is refused at once', (_, options, message) => {
  const create = () => createOnNode({ inbox: createMemoryInbox(), ...options } as WebhookReceiverOptions);

  expect(create).toThrow(expect.objectContaining({ code: 'configuration', message: expect.stringContaining(message) }));
});

test('HOOK-5 events with other names of statuses reach the handlers of those that they stand for, and are stored as sent', async () => {
  const handled: [string, ContractEvent['status'], boolean][] = [];
  const handle =
    (name: string) =>
    ({ status }: ContractEvent, { isLate }: { isLate: boolean }) =>
      void handled.push([name, status, isLate]);
  const inbox = createMemoryInbox();
  const receiver = createOnNode({
    secrets: secret,
    inbox,
    statuses: { FUNDED: 'PAID', DONE: 'COMPLETED' },
    handlers: { PAID: handle('PAID'), COMPLETED: handle('COMPLETED'), unknown: handle('unknown') },
  });
  const send = async (status: string, contractId: string, referenceId: string | null) => {
    const sent = JSON.stringify({ contractId, status, referenceId });
    return (await receiver.receive(signedOnNode({ body: sent, secret }))).body.split(/[.:]/)[0];
  };

  const answers = [
    await send('DONE', 'm', 'done'),
    await send('FUNDED', 'm', 'funded'),
    // Whatever unknown event had its reference before.
    await send('PAID', 'n', 'one'),
    await send('FUNDED', 'n', 'one'),
    await send('constructor', 'o', 'one'),
    await send('FUNDED', 'p', null),
  ];
  receiver.start();
  await inbox.drain();
  await receiver.stop();

  expect(answers).toEqual([...Array.from({ length: 5 }, () => 'Received'), 'event_invalid']);
  expect(handled.toSorted()).toEqual([
    ['COMPLETED', 'COMPLETED', false],
    ['PAID', 'PAID', false],
    ['PAID', 'PAID', true],
    ['unknown', 'unknown', false],
    ['unknown', 'unknown', false],
  ]);
  const stored = (await inbox.find()).map(({ rawBody }) => JSON.parse(rawBody).status);
  expect(stored.toSorted()).toEqual(['DONE', 'FUNDED', 'FUNDED', 'PAID', 'constructor']);
});
