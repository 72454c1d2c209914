import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createNodeHandler } from '../src/adapters/node.ts';
import { createEventSource, type WebhookDeployment } from '../src/deployment/create-event-source.ts';
import {
  type ContractEvent,
  createWebhookReceiver,
  type WebhookReceiver,
  type WebhookReceiverOptions,
} from '../src/index.ts';
import { createMemoryInbox } from '../src/memory-inbox/create-memory-inbox.ts';
import { createWebhookReceiver as createOnWeb } from '../src/web.ts';
import { listen } from './support/listen.ts';
import { createObservedReceiver, requestFor, secret } from './support/receiver.ts';

const body = JSON.stringify({ contractId: 'm', status: 'FUNDED', referenceId: 'r' });
const unsigned = { signature: null, allowedAddresses: ['192.0.2.0/24', '2001:db8::7', '127.0.0.2'] } as const;

const form = { header: 'X-Escrow-Mac', algorithm: 'sha512', encoding: 'base64', prefix: 'v1 ' } as const;

const post = (receiver: WebhookReceiver, headers: Record<string, string> = {}, remoteAddress?: string) =>
  receiver.receive({ method: 'POST', headers, body, remoteAddress });

describe.each([
  ['Node', createWebhookReceiver],
  ['Web', createOnWeb],
])('events that are signed otherwise, on %s', (_, create) => {
  const mac = createHmac('sha512', secret).update(body).digest('base64');
  const receive = (headers: Record<string, string>) =>
    post(createObservedReceiver({ source: createEventSource({ signature: form }) }, {}, create).receiver, headers);

  test('HOOK-2 are accepted with their own header, algorithm, encoding and prefix', async () => {
    expect((await receive({ 'x-escrow-mac': `v1 ${mac}` })).status).toBe(200);
  });

  test('HOOK-2 are made for tests as the deployment sends them', async () => {
    const source = createEventSource({ signature: form, statuses: { FUNDED: 'PAID' } });
    const { receiver } = createObservedReceiver({ source }, {}, create);
    const event = { status: 'PAID', milestoneId: 'm', referenceId: 'r' };

    const request = source.createRequest({ event, secret });

    const headers = { 'content-type': 'application/json', 'x-escrow-mac': `v1 ${mac}` };
    expect(request).toEqual({ method: 'POST', headers, body });
    expect(source.createRequest({ body, secret })).toEqual(request);
    expect((await receiver.receive(request)).status).toBe(200);
    expect(source.createRequest).toThrow(expect.objectContaining({ code: 'configuration' }));
    expect(() => source.createRequest({ event } as never)).toThrow('Set it to the webhook secret.');
  });

  test.each([
    ['the form of the document', requestFor().headers, 'signature_missing: The header X-Escrow-Mac is missing.'],
    [
      'another secret',
      { 'x-escrow-mac': `v1 ${createHmac('sha512', 'x').update(body).digest('base64')}` },
      'signature_mismatch',
    ],
    [
      'no prefix',
      { 'x-escrow-mac': mac },
      'signature_malformed: The header X-Escrow-Mac is not v1  and 64 bytes in base64.',
    ],
    ['no base64', { 'x-escrow-mac': `v1 ${'*'.repeat(88)}` }, 'signature_malformed'],
    ['white space in it', { 'x-escrow-mac': `v1 ${mac.slice(0, 84)}    ` }, 'signature_malformed'],
    ['a shorter MAC', { 'x-escrow-mac': `v1 ${Buffer.alloc(64).toString('hex').slice(0, 88)}` }, 'signature_m'],
  ])('HOOK-2 are refused with %s', async (_title, headers, reason) => {
    const answer = await receive(headers);

    expect(answer.status).toBe(401);
    expect(answer.body).toContain(reason);
  });
});

describe('unsigned events', () => {
  test.each([
    ...['192.0.2.1', '192.0.2.255', '::ffff:192.0.2.9', '2001:db8::7', '2001:0db8:0:0::7'].map((from) => [from, 200]),
    ...['192.0.3.1', '2001:db8::8', '::ffff:192.0.3.1', '', 'localhost'].map((from) => [from, 403]),
    ...['192.0.2.1, 192.0.2.1', undefined].map((from) => [from, 403]),
  ] as [string | undefined, number][])(
    'that come from %s are answered with %i, whatever a header says, and even if signed',
    async (address, status) => {
      const { receiver, inbox } = createObservedReceiver({ secrets: undefined, source: createEventSource(unsigned) });

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
    const source = createEventSource(unsigned, { addressHeader: 'X-Forwarded-For' });
    const { receiver } = createObservedReceiver({ secrets: undefined, source });

    expect((await post(receiver, { 'x-forwarded-for': forwarded }, '192.0.2.1')).status).toBe(status);
  });

  test('are made for tests without a signature', () => {
    const event = { status: 'COMPLETED', milestoneId: 'm' };

    const request = createEventSource(unsigned).createRequest({ event });

    const headers = { 'content-type': 'application/json' };
    expect(request).toEqual({ method: 'POST', headers, body: '{"contractId":"m","status":"COMPLETED"}' });
  });

  test('are told apart by the address of the connection', async () => {
    const { receiver } = createObservedReceiver({ secrets: undefined, source: createEventSource(unsigned) });
    const { url, close } = await listen(createServer(createNodeHandler(receiver)));

    const answer = await fetch(url, { method: 'POST', body });
    await close();

    expect(answer.status).toBe(403);
  });
});

test('signed events can be limited to addresses as well', async () => {
  const { signature: _, ...addresses } = unsigned;
  const signature = { header: 'Service-Signature', algorithm: 'sha256', encoding: 'hex', prefix: 'sha256=' } as const;
  const { receiver } = createObservedReceiver({ source: createEventSource({ signature, ...addresses }) });
  const { headers, body: signedBody } = requestFor();
  const from = (remoteAddress: string) =>
    receiver.receive({ method: 'POST', headers, body: signedBody, remoteAddress });

  expect([(await from('192.0.2.1')).status, (await from('203.0.113.1')).status]).toEqual([200, 403]);
  expect((await post(receiver, {}, '192.0.2.1')).status).toBe(401);
});

test.each<[string, WebhookDeployment | object, RegExp]>([
  ['unsigned events from anybody', { signature: null }, /unsigned, and would be accepted from anybody/],
  ['an empty list', { signature: null, allowedAddresses: [] }, /accepted from anybody/],
  ['a block of every address', { signature: null, allowedAddresses: ['0.0.0.0/0'] }, /"0\.0\.0\.0\/0" is neither/],
  ['all addresses of IPv4', { signature: null, allowedAddresses: ['::ffff:0:0/96'] }, /or has nearly every address/],
  ['half of all addresses', { signature: null, allowedAddresses: ['::/1'] }, /or has nearly every address/],
  ['no address', { signature: null, allowedAddresses: ['escrow.example'] }, /"escrow\.example" is neither/],
  ['a longer block', { signature: null, allowedAddresses: ['192.0.2.0/33'] }, /is neither/],
  ['half a signature', { signature: { header: 'x' } }, /signature needs header, algorithm/],
  ['no signature', {}, /signature needs header, algorithm/],
])('a source with %s is refused at once', (_, deployment, message) => {
  expect(() => createEventSource(deployment as WebhookDeployment)).toThrow(message);
});

test('a receiver of unsigned events takes no secret, and one of signed events needs it', () => {
  const inbox = createMemoryInbox();
  const source = createEventSource(unsigned);

  expect(() => createWebhookReceiver({ inbox, source, secrets: secret } as object as WebhookReceiverOptions)).toThrow(
    'secrets: leave them out',
  );
  // @ts-expect-error a source of signed events needs secrets
  expect(() => createWebhookReceiver({ inbox, source: createEventSource({ signature: form }) })).toThrow(
    'secret is missing',
  );
});

test('HOOK-5 events with other names of statuses reach the handlers of those that they stand for; others stay unknown', async () => {
  const statuses = { FUNDED: 'PAID', PAYING: 'CASHOUT_IN_PROGRESS', DONE: 'COMPLETED' } as const;
  const handled: [string, ContractEvent['status'], boolean][] = [];
  const handle =
    (name: string) =>
    (event: ContractEvent, { isLate }: { isLate: boolean }) =>
      void handled.push([name, event.status, isLate]);
  const inbox = createMemoryInbox();
  const receiver = createWebhookReceiver({
    inbox,
    source: createEventSource({ ...unsigned, statuses }),
    handlers: { PAID: handle('PAID'), COMPLETED: handle('COMPLETED'), unknown: handle('unknown') },
  });
  const send = (status: string, referenceId: string | null = status, contractId = 'm') =>
    receiver.receive({
      method: 'POST',
      headers: {},
      body: JSON.stringify({ contractId, status, referenceId }),
      remoteAddress: '192.0.2.1',
    });

  const answers = [
    await send('DONE'),
    await send('FUNDED'),
    await send('PAID', 'r', 'n'),
    await send('constructor', 'r', 'o'),
    await send('FUNDED', null),
  ];
  receiver.start();
  await inbox.drain();
  await receiver.stop();

  expect(answers.map(({ status, body: text }) => [status, text.split(':')[0]?.trim()])).toEqual([
    [200, 'Received.'],
    [200, 'Received.'],
    [200, 'Received.'],
    [200, 'Received.'],
    [200, 'event_invalid'],
  ]);
  expect(handled.sort()).toEqual([
    ['COMPLETED', 'COMPLETED', false],
    ['PAID', 'PAID', true],
    ['unknown', 'unknown', false],
    ['unknown', 'unknown', false],
  ]);
});
