import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { webhookPlugin } from '../../src/adapters/fastify.ts';
import { describeAdapter } from '../support/adapter-suite.ts';
import { createObservedReceiver, requestFor } from '../support/receiver.ts';

describeAdapter('Fastify', async (receiver) => {
  const app = fastify({ forceCloseConnections: true });
  app.register(webhookPlugin, { receiver, path: '/webhooks' });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, close: () => app.close() };
});

test('HOOK-3 other routes still get parsed JSON', async () => {
  const { receiver } = createObservedReceiver();
  const app = fastify();
  app.register(webhookPlugin, { receiver, prefix: '/webhooks' });
  app.post('/orders', async ({ body }) => ({ parsed: body }));

  const order = await app.inject({ method: 'POST', url: '/orders', payload: { id: 1 } });
  const event = await app.inject({ url: '/webhooks', ...requestFor() });

  expect(order.json()).toEqual({ parsed: { id: 1 } });
  expect(event.statusCode).toBe(200);
});

test('HOOK-3 a JSON parser of the application does not touch webhooks', async () => {
  const { receiver, inbox } = createObservedReceiver();
  const app = fastify();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, _body, done) =>
    done(null, 'replaced'),
  );
  app.register(webhookPlugin, { receiver, path: '/webhooks' });

  await app.inject({ url: '/webhooks', ...requestFor() });

  expect(inbox.stored).toMatchObject([{ rawBody: requestFor().body }]);
});
