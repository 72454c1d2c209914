import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { type Inbox, sign, signedRequest } from '../src/index.ts';
import { entries } from './support/entries.ts';
import { createObservedReceiver as createObserved, paid, receivedAt, requestFor, secret } from './support/receiver.ts';

describe.each(entries)('the receiver on $name', ({ entry: { createWebhookReceiver } }) => {
  const createObservedReceiver: typeof createObserved = (options, inbox) =>
    createObserved(options, inbox, createWebhookReceiver);

  test('HOOK-3 an event is stored with its key, raw body and time, and answered with 200 after the commit', async () => {
    const order: string[] = [];
    const stored: unknown[] = [];
    const insert: Inbox['insert'] = async (incoming) => {
      await new Promise(setImmediate);
      order.push('committed');
      stored.push(incoming);
      return 'stored';
    };
    const { receiver } = createObservedReceiver({}, { insert });
    const request = requestFor();

    const { status } = await receiver.receive(request);
    order.push(`answered ${status}`);

    expect(order).toEqual(['committed', 'answered 200']);
    expect(stored).toEqual([
      {
        key: '["milestone-1","PAID","reference-1"]',
        event: { ...paid, body: JSON.parse(request.body) },
        rawBody: request.body,
        receivedAt,
      },
    ]);
  });

  test('HOOK-2 HOOK-7 an event that was stored before is answered with 200 and stored once; onReceived says which secret signed', async () => {
    const received: unknown[] = [];
    const { receiver, inbox } = createObservedReceiver({
      secrets: ['new', secret],
      onReceived: ({ outcome, secretIndex }) => received.push([outcome, secretIndex]),
    });

    const answers = [await receiver.receive(requestFor()), await receiver.receive(requestFor())];

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(inbox.stored).toHaveLength(1);
    expect(received).toEqual([
      ['stored', 1],
      ['duplicate', 1],
    ]);
  });

  test('HOOK-4 if the inbox fails, the answer is 503, so that the event is sent again', async () => {
    const insert = async () => Promise.reject(new Error('password=hunter2'));
    const { receiver, errors } = createObservedReceiver({}, { insert });

    const answer = await receiver.receive(requestFor());

    expect(answer).toMatchObject({ status: 503, body: expect.stringContaining('Send it again') });
    expect(JSON.stringify(answer)).not.toContain('hunter2');
    expect(errors).toMatchObject([{ code: 'not_stored', cause: { message: 'password=hunter2' } }]);
  });

  test.each([
    ['is missing', {}, 'signature_missing'],
    ['does not match', { 'service-signature': `sha256=${'0'.repeat(64)}` }, 'signature_mismatch'],
    ['is repeated in other cases', { 'service-signature': 'a', 'Service-Signature': 'b' }, 'signature_repeated'],
  ])('HOOK-2 a request whose signature %s is answered with 401 and never stored', async (_title, headers, reason) => {
    const { receiver, inbox, errors } = createObservedReceiver();

    const answer = await receiver.receive({ ...requestFor(), headers });

    expect(answer).toMatchObject({ status: 401, body: expect.stringContaining(reason) });
    expect(errors).toMatchObject([{ code: 'verification', reason }]);
    expect([...inbox.stored, ...inbox.quarantined]).toEqual([]);
  });

  test('HOOK-8 a signed body that holds no event is quarantined and answered with 200', async () => {
    const body = 'status=PAID';
    const { receiver, inbox, errors } = createObservedReceiver();

    const answer = await receiver.receive(signedRequest({ body, secret }));

    expect(answer.status).toBe(200);
    expect(inbox.stored).toEqual([]);
    expect(inbox.quarantined).toEqual([{ rawBody: body, reason: 'event_invalid', receivedAt }]);
    expect(errors).toMatchObject([{ reason: 'event_invalid' }]);
  });

  test('HOOK-8 a signed body that is not UTF-8 is quarantined in base64', async () => {
    const { receiver, inbox } = createObservedReceiver();
    const body = Uint8Array.of(0xff, 0xfe, 0x00);

    const answer = await receiver.receive({
      ...requestFor(),
      headers: { 'service-signature': sign(body, secret) },
      body,
    });

    expect(answer.status).toBe(200);
    expect(inbox.quarantined).toEqual([{ rawBody: '//4A', reason: 'body_not_utf8', receivedAt }]);
  });

  test('HOOK-4 if a body cannot be quarantined, the answer is 503, so that it is sent again', async () => {
    const { receiver, errors } = createObservedReceiver(
      {},
      { quarantine: () => Promise.reject(new Error('disk full')) },
    );

    const { status } = await receiver.receive(signedRequest({ body: '{}', secret }));

    expect(status).toBe(503);
    expect(errors).toMatchObject([{ code: 'not_stored', cause: { message: 'disk full' } }]);
  });

  test('another method is answered with 405 and what is allowed', async () => {
    const { receiver, inbox } = createObservedReceiver();

    const answer = await receiver.receive({ ...requestFor(), method: 'GET' });

    expect(answer).toMatchObject({ status: 405, headers: { allow: 'POST' } });
    expect(inbox.stored).toEqual([]);
  });

  test.each([
    ['application/x-www-form-urlencoded', 415],
    ['jsonp', 415],
    ['Application/JSON; charset=utf-8', 200],
    ['application/vnd.service+json', 200],
    ['text/plain;charset=UTF-8', 200],
    ['application/octet-stream', 200],
    ['', 200],
    [undefined, 200],
  ])('the content type %s is answered with %i', async (contentType, status) => {
    const { receiver } = createObservedReceiver();
    const { headers, ...request } = requestFor();

    const answer = await receiver.receive({ ...request, headers: { ...headers, 'content-type': contentType } });

    expect(answer.status).toBe(status);
  });

  test.each<[string, unknown]>([
    ['an object', { status: 'PAID' }],
    ['a stream', Readable.from(['{}'])],
    ['a web stream', new Response('{}').body],
  ])('a body that a parser made into %s is answered with 500 and the remedy', async (_title, body) => {
    const { receiver, errors } = createObservedReceiver();

    const answer = await receiver.receive({ ...requestFor(), body });

    expect(answer).toMatchObject({ status: 500, body: expect.stringContaining('before any JSON parser') });
    expect(errors).toMatchObject([{ reason: 'body_not_raw' }]);
  });

  test.each<[string, unknown, Record<string, string>]>([
    ['undefined, with a length', undefined, { 'content-length': '71' }],
    ['null, with a length', null, { 'Content-Length': '71' }],
    ['undefined, in chunks', undefined, { 'transfer-encoding': 'chunked' }],
    ['an empty text, with a length', '', { 'content-length': '71' }],
    ['an empty buffer, with a length', Buffer.alloc(0), { 'content-length': '71' }],
  ])(
    'HOOK-2 an announced body that is missing is answered with 500, not blamed on the secret: %s',
    async (_title, body, added) => {
      const { receiver, errors } = createObservedReceiver();
      const request = requestFor();

      const answer = await receiver.receive({ ...request, headers: { ...request.headers, ...added }, body });

      expect(answer).toMatchObject({
        status: 500,
        body: expect.stringMatching(/In Express, .* before express\.json\(\)\. In NestJS, set rawBody: true/),
      });
      expect(errors).toMatchObject([{ reason: 'body_not_raw' }]);
    },
  );

  test.each([
    [undefined, { 'content-length': '0' }],
    [undefined, {}],
    ['', { 'transfer-encoding': 'chunked' }],
  ])('HOOK-2 the body %j is an empty one with the headers %j', async (body, added) => {
    const { receiver, inbox } = createObservedReceiver();
    const headers = { 'service-signature': sign('', secret), ...added };

    const answer = await receiver.receive({ method: 'POST', headers, body });

    expect(answer.status).toBe(200);
    expect(inbox.quarantined).toMatchObject([{ rawBody: '', reason: 'event_invalid' }]);
  });

  test('a hook that throws or rejects changes no answer', async () => {
    const broken = () => {
      throw new Error('the log is full');
    };
    const { receiver } = createObservedReceiver({ onError: broken, onReceived: async () => broken() });

    expect(await receiver.receive(requestFor())).toMatchObject({ status: 200 });
    expect(await receiver.receive({ ...requestFor(), headers: {} })).toMatchObject({ status: 401 });
  });

  test('no answer holds the secret or anything of the request', async () => {
    const { receiver } = createObservedReceiver();
    const { body, headers } = requestFor({ ...paid, note: 'NOTE-1' });

    const requests = [
      {},
      { method: 'GET' },
      { headers: {} },
      { body: {} },
      { headers: { 'content-type': 'HEADER-1' } },
    ];
    const answers = await Promise.all(
      requests.map((change) => receiver.receive({ method: 'POST', headers, body, ...change })),
    );

    expect(JSON.stringify(answers)).not.toMatch(/whsec|NOTE-1|milestone-1|HEADER-1|[0-9a-f]{64}/);
  });
});
