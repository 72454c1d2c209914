import { until } from '@escrow-kit/suite/until';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { type ContractEvent, verify } from '../../src/index.ts';
import { post } from '../../src/post.ts';
import { createForward } from '../../src/relay/forward.ts';
import { secret } from '../support/receiver.ts';
import { startEndpoint } from './support/endpoint.ts';
import { startTestRelay } from './support/relay.ts';

const failure = (reason: string, isOutage = false) => expect.objectContaining({ what: 'failed', reason, isOutage });

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

test('HOOK-4 milestones that an endpoint can not take hold up no others', async () => {
  const shop = await startEndpoint();
  shop.answer = (response, { body }) => void response.writeHead(body.includes('bad') ? 502 : 200).end();
  const relay = await startTestRelay(shop.url);

  for (let bad = 0; bad < 30; bad += 1) await relay.send({ milestoneId: `bad-${bad}` });
  await until(() => expect(shop.received.length).toBeGreaterThanOrEqual(30));
  for (let good = 0; good < 8; good += 1) await relay.send({ milestoneId: `good-${good}` });

  const isGood = (entry: (typeof relay.entries)[0]) =>
    entry.what === 'forwarded' && entry.event.milestoneId?.startsWith('good');
  await until(() => expect(relay.entries.filter(isGood)).toHaveLength(8));
});

test('an endpoint that was down gets the events of a milestone in order, each attempt with the same webhook-id', async () => {
  const shop = await startEndpoint();
  const accepted: string[] = [];
  let isUp = false;
  shop.answer = (response, { body }) => {
    if (isUp) accepted.push(JSON.parse(body).status);
    response.writeHead(isUp ? 200 : 503).end();
  };
  const relay = await startTestRelay(shop.url);

  for (const status of ['PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED']) expect(await relay.send({ status })).toBe(200);
  await until(() => expect(shop.received.length).toBeGreaterThan(1));
  isUp = true;

  await until(() => expect(accepted).toEqual(['PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED']));
  const ids = Map.groupBy(shop.received, ({ body }) => JSON.parse(body).status);
  for (const attempts of ids.values()) {
    expect(new Set(attempts.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  }
});

test('a port that browsers refuse is called', async () => {
  // Nothing listens there.
  const relay = await startTestRelay('http://127.0.0.1:1/');

  await relay.send();

  await until(() => expect(relay.entries).toContainEqual(failure('no connection (ECONNREFUSED)', true)));
});

test('a connection that does not come about ends the attempt before its time is over', async () => {
  const limits = { timeoutInMs: 30_000, connectTimeoutInMs: 20 };

  const posted = await post(new URL('http://shop.example/'), { headers: {}, body: '', ...limits, lookup: () => {} });

  expect(posted).toMatchObject({ failure: 'ETIMEDOUT' });
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
  await until(() => expect(relay.entries).toContainEqual(failure('status 307')));

  expect(elsewhere.received).toEqual([]);
});

test('an answer without end is read only in part, and counts', async () => {
  const shop = await startEndpoint();
  const closed: boolean[] = [];
  shop.answer = (response) => {
    const pour = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    };
    response.on('drain', pour).on('close', () => closed.push(true));
    pour();
  };
  const relay = await startTestRelay(shop.url);

  await relay.send();

  await until(() => expect(relay.entries).toContainEqual(expect.objectContaining({ what: 'forwarded' })));
  await until(() => expect(closed).toEqual([true]));
});

test('an endpoint that does not answer in time fails the attempt', async () => {
  const shop = await startEndpoint();
  shop.answer = () => {};
  const to = new URL(shop.url);
  const forward = createForward({ to, secrets: () => [secret], now: () => new Date(), timeoutInMs: 100 });

  const forwarded = forward({} as ContractEvent, { key: 'key-1', rawBody: '{}', signal: new AbortController().signal });

  await expect(forwarded).rejects.toMatchObject({ message: 'no answer in time' });
});
