import { verify } from '@escrow-kit/webhooks';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { startEndpoint } from './support/endpoint.ts';
import { secret, startTestRelay } from './support/start-test-relay.ts';
import { until } from './support/until.ts';

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
