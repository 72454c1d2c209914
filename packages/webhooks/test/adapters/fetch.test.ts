import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createFetchHandler } from '../../src/adapters/fetch.ts';
import { describeAdapter, type StartAdapter } from '../support/adapter-suite.ts';
import { listen } from '../support/listen.ts';
import { createObservedReceiver, requestFor } from '../support/receiver.ts';

const startHono: StartAdapter = (receiver) => {
  const handle = createFetchHandler(receiver);
  const app = new Hono().all('/webhooks', (context) => handle(context.req.raw));
  return listen(createAdaptorServer(app) as Server);
};

describeAdapter('Hono', startHono, false);

test.each([
  ['read', (request: Request) => request.json()],
  ['being read', (request: Request) => Promise.resolve(request.body?.getReader())],
])('a body that was already %s is refused at once with the remedy', async (_title, read) => {
  const { receiver, errors } = createObservedReceiver();
  const request = new Request('https://shop.example/webhooks', requestFor());
  await read(request);

  const response = await createFetchHandler(receiver)(request);

  expect([response.status, await response.text()]).toEqual([500, expect.stringContaining('before any JSON parser')]);
  expect(errors).toMatchObject([{ reason: 'body_not_raw' }]);
});
