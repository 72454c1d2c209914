import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { ControlError, controlOperations, createControl } from '../src/index.ts';

test('a call names the tenant, and sends query and control token', async () => {
  const { url, seen } = await startAnswering(200, { milestones: [], hasMore: false });

  await createControl(url, { tenant: 'a tenant', controlToken: 'control-1' }).milestones({ limit: 5, q: 'a&b' });

  expect(seen).toEqual([
    {
      method: 'GET',
      target: '/_sandbox/tenants/a%20tenant/milestones?limit=5&q=a%26b',
      authorization: 'Bearer control-1',
      body: '',
    },
  ]);
});

test('a body is sent as JSON', async () => {
  const { url, seen } = await startAnswering(200, { phoneNumber: '+966500000001', status: 'GRANTED' });

  await createControl(url).giveConsent('+966500000001');

  expect(seen).toMatchObject([
    { method: 'PUT', target: '/_sandbox/tenants/default/consents/%2B966500000001', body: '{"status":"GRANTED"}' },
  ]);
});

test('a created tenant is controlled with the same control token', async () => {
  const { url, seen } = await startAnswering(200, { id: 'new-tenant', credentials: {} });

  const { control } = await createControl(url, { controlToken: 'control-1' }).createTenant();
  await control.describe();

  expect(control.tenant).toBe('new-tenant');
  expect(seen[1]).toMatchObject({ target: '/_sandbox/tenants/new-tenant', authorization: 'Bearer control-1' });
});

test('a fetch of the caller sends every call, also those of a created tenant', async () => {
  const targets: string[] = [];
  const fetchHere = async (target: string | URL | Request) => {
    targets.push(new URL(String(target)).pathname);
    return Response.json({ id: 'new-tenant', credentials: {} });
  };

  const { control } = await createControl('http://sandbox.example', { fetch: fetchHere }).createTenant();
  await control.describe();

  expect(targets).toEqual(['/_sandbox/tenants', '/_sandbox/tenants/new-tenant']);
});

test('its methods make every call', async () => {
  const { url, seen } = await startAnswering(200, {});
  const { tenant: _, ...methods } = createControl(url);

  for (const method of Object.values(methods)) await Reflect.apply(method, undefined, ['id']);

  const made = new Set(seen.map(({ method, target }) => `${method} ${target?.split('?')[0]}`));
  const routes = controlOperations.map(
    ({ method, path }) => `${method} ${path.replace('{tenant}', 'default').replace(/\{\w+\}/, 'id')}`,
  );
  expect([...made].sort()).toEqual(routes.sort());
});

test('a refusal is a ControlError with the status, the message and the rule', async () => {
  const { url } = await startAnswering(409, { error: 'conflict', message: 'Accept first.', rule: 'STATE-3' });

  const error = await errorOf(createControl(url).pay('m1'));

  expect(error).toBeInstanceOf(ControlError);
  expect(error).toMatchObject({ code: 'control', status: 409, message: 'Accept first.', rule: 'STATE-3' });
});

test.each([
  [502, 'Bad gateway'],
  [404, { type: 'NO_PATH_MATCHED_ERROR', title: 'Route not resolved' }],
  [400, 'null'],
  [200, '<!doctype html>'],
])('an answer %s %o of another server is a ControlError that asks for the address', async (status, answer) => {
  const { url } = await startAnswering(status, answer);

  const error = await errorOf(createControl(url).clock());

  expect(error).toBeInstanceOf(ControlError);
  expect(error).toMatchObject({
    status,
    message: `${url} answered ${status}, but not as a sandbox does. Check that it is the address of a sandbox.`,
    rule: undefined,
  });
});

test('an answer that is too long is a ControlError that says how much was read, and its connection ends', async () => {
  const tooLong = new Uint8Array(2 ** 28 + 1);
  let isCancelled = false;
  const answer = new ReadableStream({
    pull: (controller) => controller.enqueue(tooLong),
    cancel() {
      isCancelled = true;
    },
  });

  const error = await errorOf(
    createControl('http://sandbox.example', { fetch: async () => new Response(answer) }).clock(),
  );

  expect(error).toMatchObject({
    status: 0,
    message: 'http://sandbox.example answered with more than 268435456 bytes. Check that it is a sandbox.',
  });
  expect(isCancelled).toBe(true);
});

test('a character that arrives in two parts is read as one', async () => {
  const bytes = new TextEncoder().encode('{"status":"طاولة"}');
  const fetch = async () => new Response(new Blob([bytes.slice(0, 12), bytes.slice(12)]).stream());

  expect(await createControl('http://sandbox.example', { fetch }).health()).toEqual({ status: 'طاولة' });
});

test.each(['', undefined])('an id %o is a ControlError, and nothing is sent', async (id) => {
  const { url, seen } = await startAnswering(200, {});
  const { milestone } = createControl(url);

  const error = await errorOf(Reflect.apply(milestone, undefined, [id]));

  expect(error).toBeInstanceOf(ControlError);
  expect(error).toMatchObject({ status: 0, message: expect.stringContaining('needs a value for milestoneId') });
  expect(seen).toEqual([]);
});

test('an invalid address is a ControlError that says what to set', async () => {
  const error = await errorOf(createControl('127.0.0.1').clock());

  expect(error).toBeInstanceOf(ControlError);
  expect(error).toMatchObject({ status: 0, message: expect.stringMatching(/^url: set it to the address/) });
});

test('a missing answer is a ControlError with status 0 that says to start the sandbox', async () => {
  const { url, stop } = await startAnswering(200, {});
  await stop();

  expect(await errorOf(createControl(url).clock())).toMatchObject({
    status: 0,
    message: `No sandbox answers at ${url}. Start it first.`,
    cause: expect.anything(),
  });
});

async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

interface SeenRequest {
  method: string | undefined;
  target: string | undefined;
  authorization: string | undefined;
  body: string;
}

/** A server that gives every request the same answer and keeps the requests. */
async function startAnswering(status: number, answer: unknown) {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    seen.push(await toSeen(request));
    const body = typeof answer === 'string' ? answer : JSON.stringify(answer);
    response.writeHead(status, { connection: 'close' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  onTestFinished(() => stop());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, seen, stop };
}

async function toSeen(request: IncomingMessage): Promise<SeenRequest> {
  const { method, url: target, headers } = request;
  return { method, target, authorization: headers.authorization, body: await text(request) };
}
