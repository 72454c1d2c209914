import { once } from 'node:events';
import { createServer, setGlobalProxyFromEnv } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@escrow-kit/tools/until';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { type ContractEvent, verify } from '../../src/index.ts';
import { type PostResult, post } from '../../src/post.ts';
import { createForward, createRetryPlan, ForwardError, giveUpAfterInMs, isOutage } from '../../src/relay/forward.ts';
import { lookAgain, untilCounts } from '../inbox/support/until.ts';
import { secret } from '../support/receiver.ts';
import { startEndpoint, startTestRelay } from './support/relay.ts';

test('HOOK-2 an event arrives with its bytes, signed as the service signs and by Standard Webhooks', async () => {
  const shop = await startEndpoint();
  const relay = await startTestRelay(shop.url);

  expect(await relay.send({ note: 'ünïcode  ' })).toBe(200);
  await until(() => expect(shop.received).toHaveLength(1));

  const [{ headers, body }] = shop.received as [(typeof shop.received)[0]];
  expect(JSON.parse(body)).toMatchObject({ contractId: 'milestone-1', note: 'ünïcode  ' });
  expect(headers['content-type']).toBe('application/json');
  expect(verify(body, headers['service-signature'], secret)).toMatchObject({ ok: true });
  const standard = new Webhook(Buffer.from(secret).toString('base64'));
  expect(() => standard.verify(body, headers as Record<string, string>)).not.toThrow();
});

test('unsigned events are taken from an allowed address alone, and forwarded unsigned, with their own statuses', async () => {
  const shop = await startEndpoint();
  const start = (address: string) =>
    startTestRelay(shop.url, {
      events: {
        signature: null,
        allowedAddresses: [address],
        addressHeader: 'X-Real-IP',
        statuses: { FUNDED: 'PAID' },
      },
      secrets: { list: [] },
    });
  const [relay, other] = [await start('192.0.2.0/24'), await start('203.0.113.7')];
  const body = '{"contractId":"milestone-1","status":"FUNDED","referenceId":"reference-1"}';
  const send = async ({ url }: typeof relay) =>
    (await fetch(url, { method: 'POST', headers: { 'x-real-ip': '192.0.2.9' }, body })).status;

  expect([await send(other), await send(relay)]).toEqual([403, 200]);
  await until(() => expect(shop.received).toHaveLength(1));

  const [{ headers, body: forwarded }] = shop.received as [(typeof shop.received)[0]];
  expect(forwarded).toBe(body);
  expect(Object.keys(headers).filter((name) => name.includes('signature'))).toEqual([]);
});

test('retry-after is followed, as seconds or a date, for an hour at most', async () => {
  const now = new Date('2026-11-22T09:00:00Z');
  const shop = await startEndpoint();
  shop.answer = (response, { body }) =>
    void response.writeHead(503, { 'retry-after': JSON.parse(body).referenceId }).end();
  const relay = await startTestRelay(shop.url, { now: () => now });
  const waits = {
    '90': 90,
    'Sun, 22 Nov 2026 09:02:00 GMT': 120,
    'Mon, 23 Nov 2026 09:00:00 GMT': 3_600,
    '99999999999999999999': 3_600,
  };

  for (const referenceId of Object.keys(waits)) await relay.send({ milestoneId: referenceId, referenceId });
  const waited = () =>
    relay.entries.flatMap((entry) =>
      entry.what === 'failed' ? [[entry.event.referenceId, (Number(entry.retryAt) - now.getTime()) / 1_000]] : [],
    );

  await until(() => expect(Object.fromEntries(waited())).toEqual(waits));
});

test('a redirect is a failure, and is not followed', async () => {
  const [shop, elsewhere] = [await startEndpoint(), await startEndpoint()];
  shop.answer = (response) => void response.writeHead(307, { location: elsewhere.url }).end();
  const relay = await startTestRelay(shop.url);

  await relay.send();
  await until(() => expect(relay.entries).toContainEqual(expect.objectContaining({ reason: 'status 307' })));

  expect(elsewhere.received).toEqual([]);
});

test('an answer without end is read only in part, and counts', async () => {
  const shop = await startEndpoint();
  let isClosed = false;
  shop.answer = (response) => {
    const pour = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    };
    response.on('drain', pour).on('close', () => {
      isClosed = true;
    });
    pour();
  };
  const relay = await startTestRelay(shop.url);

  await relay.send();

  await until(() => expect(relay.entries).toContainEqual(expect.objectContaining({ what: 'forwarded' })));
  await until(() => expect(isClosed).toBe(true));
});

test('a connection that does not come about ends the attempt before its time is over', async () => {
  const limits = { timeoutInMs: 30_000, connectTimeoutInMs: 20 };

  const posted = await post(new URL('http://shop.example/'), { headers: {}, body: '', ...limits, lookup: () => {} });

  expect(posted).toMatchObject({ failure: 'ETIMEDOUT' });
});

test('an endpoint that does not answer in time fails the attempt', async () => {
  const shop = await startEndpoint();
  shop.answer = () => {};
  const to = new URL(shop.url);
  const forward = createForward({ to, secrets: () => [secret], now: () => new Date(), timeoutInMs: 100 });

  const forwarded = forward({} as ContractEvent, { key: 'key-1', rawBody: '{}', signal: new AbortController().signal });

  await expect(forwarded).rejects.toMatchObject({ message: 'no answer in time' });
});

test.each([
  ['does not answer', 'http', 'at 127.0.0.1:9 does not answer; check HTTP_PROXY'],
  ['refuses a tunnel', 'https', 'refused to connect; check HTTPS_PROXY'],
])('a proxy that %s is an outage, and is named', async (_title, scheme, what) => {
  const proxy = createServer().on('connect', (_request, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void proxy.close());
  const https_proxy = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  onTestFinished(setGlobalProxyFromEnv({ http_proxy: 'http://127.0.0.1:9', https_proxy }));
  const forward = createForward({
    to: new URL(`${scheme}://shop.example`),
    secrets: () => [secret],
    now: () => new Date(),
  });

  const forwarded = forward({} as ContractEvent, { key: 'key-1', rawBody: '{}', signal: new AbortController().signal });
  const error = await forwarded.catch((caught: unknown) => caught);

  expect(error).toMatchObject({ message: `no connection (the proxy ${what} and NO_PROXY)` });
  expect(isOutage(error)).toBe(true);
});

test('an attempt that took long is repeated after three times as long, unless the endpoint is down', () => {
  const now = new Date('2026-11-22T09:00:00Z');
  const plan = createRetryPlan(() => 0);
  const delayAfter = (answer: PostResult) => {
    const error = new ForwardError({} as ContractEvent, answer);
    return Number(plan({ error, attempt: 1, receivedAt: now, openSince: now, now })) - now.getTime();
  };

  expect(delayAfter({ failure: 'timeout', durationInMs: 30_000 })).toBe(90_000);
  expect(delayAfter({ failure: 'ECONNREFUSED', durationInMs: 10_000 })).toBe(0);
});

test('HOOK-4 after 72 hours of darkness every event arrives, in order and with its webhook-id; after more they are dead and can be replayed', async () => {
  const endpoint = await startEndpoint();
  endpoint.answer = (response) => void response.writeHead(503).end();
  let now = new Date('2026-11-22T09:00:00Z');
  const relay = await startTestRelay(endpoint.url, { now: () => now });
  const milestones = ['milestone-1', 'milestone-2'];
  const references = ['1', '2', '3'];
  for (const referenceId of references) {
    for (const milestoneId of milestones) await relay.send({ milestoneId, referenceId });
  }
  const { inbox } = relay;
  await until(async () =>
    expect(await inbox.find({ status: 'pending' })).toContainEqual(expect.objectContaining({ attempts: 1 })),
  );

  now = new Date(now.getTime() + giveUpAfterInMs);
  const failed = endpoint.received.length;
  endpoint.answer = (response) => void response.end();
  await lookAgain(inbox);
  await until(() => expect(endpoint.received.length).toBeGreaterThanOrEqual(failed + 6));
  for (const milestoneId of milestones) {
    expect(arrived(endpoint.received.slice(failed), milestoneId)).toEqual(references);
  }
  const ids = Map.groupBy(endpoint.received, ({ body }) => body);
  for (const attempts of ids.values()) {
    expect(new Set(attempts.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  }

  endpoint.answer = (response) => void response.writeHead(503).end();
  await relay.send({ milestoneId: 'milestone-3' });
  await until(async () =>
    expect(await inbox.find({ milestoneId: 'milestone-3' })).toMatchObject([{ status: 'pending', attempts: 1 }]),
  );
  now = new Date(now.getTime() + giveUpAfterInMs);
  await lookAgain(inbox);
  await untilCounts(inbox, { dead: 1 });
  endpoint.answer = (response) => void response.end();
  const [dead] = await inbox.deadLetters();
  expect(await inbox.replay(dead?.key ?? '')).toBe(true);
  await until(() => expect(arrived(endpoint.received.slice(failed), 'milestone-3').at(-1)).toBe('reference-1'));
});

/** The references of a milestone's accepted events, each once. */
const arrived = (received: readonly { body: string }[], milestoneId: string): string[] => [
  ...new Set(
    received
      .map(({ body }) => JSON.parse(body))
      .filter(({ contractId }) => contractId === milestoneId)
      .map(({ referenceId }) => referenceId),
  ),
];
