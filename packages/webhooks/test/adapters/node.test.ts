import { createServer } from 'node:http';
import express, { type RequestHandler } from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { createNodeHandler } from '../../src/adapters/node.ts';
import { signedRequest } from '../../src/index.ts';
import { describeAdapter } from '../support/adapter-suite.ts';
import { listen } from '../support/listen.ts';
import { createObservedReceiver, type ObservedReceiver, requestFor, secret } from '../support/receiver.ts';

describeAdapter('node:http', (receiver) => listen(createServer(createNodeHandler(receiver))));

describeAdapter('Express', (receiver) => {
  const app = express();
  app.all('/webhooks', createNodeHandler(receiver));
  app.use(express.json());
  return listen(createServer(app));
});

async function serveBehind(parser: RequestHandler): Promise<ObservedReceiver & { url: string }> {
  const observed = createObservedReceiver();
  const app = express();
  app.use(parser);
  app.post('/webhooks', createNodeHandler(observed.receiver));
  const server = await listen(createServer(app));
  onTestFinished(async () => {
    await server.close();
  });
  return { ...observed, url: `${server.url}/webhooks` };
}

test('if a JSON parser ran first, the request is refused at once with the remedy, and reported', async () => {
  const { url, errors, inbox } = await serveBehind(express.json());

  const response = await fetch(url, requestFor());

  expect([response.status, await response.text()]).toEqual([500, expect.stringContaining('before any JSON parser')]);
  expect(errors).toMatchObject([{ reason: 'body_not_raw' }]);
  expect(inbox.stored).toEqual([]);
});

test('HOOK-3 a body that a parser left as bytes is accepted', async () => {
  const { url, inbox } = await serveBehind(express.raw({ type: '*/*' }));

  expect((await fetch(url, requestFor())).status).toBe(200);
  expect(inbox.stored).toHaveLength(1);
});

test('HOOK-2 a byte order mark that a text parser took away is named as a cause; bytes keep it', async () => {
  const text = await serveBehind(express.text({ type: '*/*' }));
  const bytes = await serveBehind(express.raw({ type: '*/*' }));
  const request = signedRequest({ body: `\ufeff${requestFor().body}`, secret });

  const [refused, accepted] = await Promise.all([fetch(text.url, request), fetch(bytes.url, request)]);

  expect([refused.status, await refused.text()]).toEqual([401, expect.stringContaining('byte order mark')]);
  expect(accepted.status).toBe(200);
  expect(bytes.inbox.stored).toMatchObject([{ rawBody: request.body }]);
});

test('HOOK-3 the raw body that a platform keeps beside the parsed one is used', async () => {
  const keepRaw = (request: object, _response: unknown, rawBody: Buffer) => Object.assign(request, { rawBody });
  const { url, inbox } = await serveBehind(express.json({ verify: keepRaw }));

  expect((await fetch(url, requestFor())).status).toBe(200);
  expect(inbox.stored).toMatchObject([{ rawBody: requestFor().body }]);
});

test('a body that other code has already read is refused at once', async () => {
  const { url } = await serveBehind((request, _response, next) => {
    request.resume().on('end', next);
  });

  expect((await fetch(url, requestFor())).status).toBe(500);
});

test('HOOK-3 a message with an encoding is read as its original bytes', async () => {
  const { url, inbox } = await serveBehind((request, _response, next) => {
    request.setEncoding('utf8');
    next();
  });
  const note = 'é🟢'.repeat(10_000);

  expect((await fetch(url, requestFor({ status: 'COMPLETED', note }))).status).toBe(200);
  expect(inbox.stored).toMatchObject([{ event: { body: { note } } }]);
});

test('HOOK-3 an answer of other code is not changed', async () => {
  const { receiver, inbox } = createObservedReceiver();
  const handle = createNodeHandler(receiver);
  const handled: Promise<void>[] = [];
  const { url, close } = await listen(
    createServer((request, response) => {
      response.writeHead(504).end();
      handled.push(Promise.resolve(handle(request, response)));
    }),
  );
  onTestFinished(async () => {
    await close();
  });

  expect((await fetch(url, requestFor())).status).toBe(504);
  await expect(Promise.all(handled)).resolves.toEqual([undefined]);
  expect(inbox.stored).toHaveLength(1);
});
