import { until } from '@escrow-kit/suite/until';
import { type ContractEvent, verify } from '@escrow-kit/webhooks';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { createForwarder, type Forward } from '../src/forward/create-forwarder.ts';
import { startEndpoint } from './support/endpoint.ts';
import { secret, startTestRelay } from './support/start-test-relay.ts';

test('an event reaches each target, signed as the service signs and by Standard Webhooks, with its bytes', async () => {
  const [shop, crm] = [await startEndpoint(), await startEndpoint()];
  const relay = await startTestRelay({ shop: shop.url, crm: crm.url });

  expect(await relay.send({ note: 'ünïcode  ' })).toBe(200);
  await until(() => expect([...shop.received, ...crm.received]).toHaveLength(2));

  for (const { received } of [shop, crm]) {
    const [{ headers, body }] = received as [(typeof received)[0]];
    expect(JSON.parse(body)).toMatchObject({ contractId: 'milestone-1', note: 'ünïcode  ' });
    expect(headers['content-type']).toBe('application/json');
    expect(verify(body, headers['service-signature'], secret)).toMatchObject({ ok: true });
    const standard = new Webhook(Buffer.from(secret).toString('base64'));
    expect(() => standard.verify(body, headers as Record<string, string>)).not.toThrow();
  }
});

test('unsigned events are taken from an allowed address alone, and forwarded unsigned, with their own statuses', async () => {
  const shop = await startEndpoint();
  const start = (address: string) =>
    startTestRelay(
      { shop: shop.url },
      {
        events: {
          signature: null,
          allowedAddresses: [address],
          addressHeader: 'X-Real-IP',
          statuses: { FUNDED: 'PAID' },
        },
        secret: undefined,
      },
    );
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

test('milestones that an endpoint can not take hold up no others', async () => {
  const shop = await startEndpoint();
  shop.answer = (response) => {
    const isBad = shop.received.at(-1)?.body.includes('bad');
    response.writeHead(isBad ? 502 : 200).end();
  };
  const relay = await startTestRelay({ shop: shop.url });

  for (let bad = 0; bad < 30; bad += 1) await relay.send({ milestoneId: `bad-${bad}` });
  await until(() => expect(shop.received.length).toBeGreaterThanOrEqual(30));
  for (let good = 0; good < 8; good += 1) await relay.send({ milestoneId: `good-${good}` });

  const isGood = (news: (typeof relay.news)[0]) =>
    news.what === 'forwarded' && news.event.milestoneId?.startsWith('good');
  await until(() => expect(relay.news.filter(isGood)).toHaveLength(8));
});

test('a target that is down holds up no other, and gets its events in order when it is up again', async () => {
  const [shop, crm] = [await startEndpoint(), await startEndpoint()];
  shop.answer = (response) => void response.writeHead(503).end();
  const relay = await startTestRelay({ shop: shop.url, crm: crm.url });

  for (const status of ['PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED']) expect(await relay.send({ status })).toBe(200);
  await until(() => expect(crm.received).toHaveLength(3));
  await until(() => expect(shop.received.length).toBeGreaterThan(1));
  const ids = new Set(shop.received.map(({ headers }) => headers['webhook-id']));
  expect(ids.size).toBe(1);
  const failed = shop.received.length;
  shop.answer = (response) => void response.end();

  await until(() =>
    expect(statusesOf(shop.received.slice(failed))).toEqual(['PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED']),
  );
});

const statusesOf = (received: readonly { body: string }[]) => received.map(({ body }) => JSON.parse(body).status);

test('a port that browsers refuse is called', async () => {
  // Nothing listens there.
  const relay = await startTestRelay({ shop: 'http://127.0.0.1:1/' });

  await relay.send({});

  await until(() =>
    expect(relay.news).toContainEqual(
      expect.objectContaining({ what: 'failed', kind: 'no connection (ECONNREFUSED)', isOutage: true }),
    ),
  );
});

test('retry-after is followed, as seconds or a date, for an hour at most', async () => {
  const now = new Date('2026-11-22T09:00:00Z');
  const shop = await startEndpoint();
  shop.answer = (response) => {
    const { referenceId } = JSON.parse(shop.received.at(-1)?.body ?? '');
    response.writeHead(503, { 'retry-after': referenceId }).end();
  };
  const relay = await startTestRelay({ shop: shop.url }, { now: () => now });
  const waits = {
    '90': 90,
    'Sun, 22 Nov 2026 09:02:00 GMT': 120,
    'Mon, 23 Nov 2026 09:00:00 GMT': 3_600,
    '99999999999999999999': 3_600,
  };

  for (const referenceId of Object.keys(waits)) await relay.send({ milestoneId: referenceId, referenceId });
  const waited = () =>
    relay.news.flatMap((news) =>
      news.what === 'failed' ? [[news.event.referenceId, (Number(news.retryAt) - now.getTime()) / 1_000]] : [],
    );

  await until(() => expect(Object.fromEntries(waited())).toEqual(waits));
});

test('a redirect is a failure, and is not followed', async () => {
  const [shop, elsewhere] = [await startEndpoint(), await startEndpoint()];
  shop.answer = (response) => void response.writeHead(307, { location: elsewhere.url }).end();
  const relay = await startTestRelay({ shop: shop.url });

  await relay.send({});
  await until(() => expect(relay.news).toContainEqual(expect.objectContaining({ what: 'failed', kind: 'status 307' })));

  expect(elsewhere.received).toEqual([]);
});

test('an answer without end is read only in part, and counts', async () => {
  const shop = await startEndpoint();
  const closed: boolean[] = [];
  shop.answer = (response) => {
    const pour = () => {
      while (response.write(Buffer.alloc(65_536))) {
        // Until the connection is full.
      }
    };
    response.on('drain', pour).on('close', () => closed.push(true));
    pour();
  };
  const relay = await startTestRelay({ shop: shop.url });

  await relay.send({});

  await until(() => expect(relay.news).toContainEqual(expect.objectContaining({ what: 'forwarded', target: 'shop' })));
  await until(() => expect(closed).toEqual([true]));
});

test('an endpoint that does not answer in time fails the attempt', async () => {
  const shop = await startEndpoint();
  shop.answer = () => {};
  const forward = createForwarder({
    url: shop.url,
    secrets: { current: () => [secret] },
    now: () => new Date(),
    timeoutInMs: 100,
  });
  const context = { key: 'key-1', rawBody: '{}', signal: new AbortController().signal } as Parameters<Forward>[1];

  const forwarded = forward({} as ContractEvent, context);

  await expect(forwarded).rejects.toMatchObject({ message: 'no answer in time', isOutage: false });
});
