import { createServer, setGlobalProxyFromEnv } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { ControlError, controlOperations, createControl } from '../src/index.ts';

/** A server that gives every request the same answer and keeps the requests. */
async function startAnswering(status: number, answer: unknown) {
  const seen: object[] = [];
  const server = createServer(async (request, response) => {
    const { method, url: target, headers } = request;
    seen.push({ method, target, authorization: headers.authorization, body: await text(request) });
    const body = typeof answer === 'string' ? answer : JSON.stringify(answer);
    response.writeHead(status, { connection: 'close' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  onTestFinished(() => stop());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, stop };
}

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

test('a call names the tenant, and sends query, body and control token', async () => {
  const { url, seen } = await startAnswering(200, { milestones: [], hasMore: false });
  const control = createControl(url, { tenant: 'a tenant', controlToken: 'control-1' });

  await control.milestones({ limit: 5, q: 'a&b' });
  await control.giveConsent('+966500000001');

  const tenant = '/_sandbox/tenants/a%20tenant';
  const authorization = 'Bearer control-1';
  expect(seen).toEqual([
    { method: 'GET', target: `${tenant}/milestones?limit=5&q=a%26b`, authorization, body: '' },
    { method: 'PUT', target: `${tenant}/consents/%2B966500000001`, authorization, body: '{"status":"GRANTED"}' },
  ]);
});

test('a created tenant is controlled with the same control token, and with the same fetch', async () => {
  const calls: [path: string, authorization: string | null][] = [];
  const fetchHere = async (target: string | URL | Request, init: RequestInit = {}) => {
    calls.push([new URL(String(target)).pathname, new Headers(init.headers).get('authorization')]);
    return Response.json({ id: 'new-tenant', credentials: {} });
  };

  const options = { controlToken: 'control-1', fetch: fetchHere };
  const { control } = await createControl('http://sandbox.example', options).createTenant();
  await control.describe();

  expect(calls).toEqual([
    ['/_sandbox/tenants', 'Bearer control-1'],
    ['/_sandbox/tenants/new-tenant', 'Bearer control-1'],
  ]);
});

test('its methods make every call', async () => {
  const made: string[] = [];
  const fetchHere = async (target: string | URL | Request, { method }: RequestInit = {}) => {
    made.push(`${method} ${new URL(String(target)).pathname}`);
    return Response.json({});
  };
  const { tenant: _, ...methods } = createControl('http://sandbox.example', { fetch: fetchHere });

  for (const method of Object.values(methods)) await Reflect.apply(method, undefined, ['id']);

  const routes = controlOperations.map(
    ({ method, path }) => `${method} ${path.replace('{tenant}', 'default').replace(/\{\w+\}/, 'id')}`,
  );
  expect([...new Set(made)].sort()).toEqual(routes.sort());
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

  const message = `${url} answered ${status}, but is not a sandbox. Check the address.`;
  expect(error).toBeInstanceOf(ControlError);
  expect(error).toMatchObject({ status, message, rule: undefined });
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
  const control = createControl('http://sandbox.example', { fetch: async () => new Response(answer) });

  const error = await errorOf(control.clock());

  const message = 'http://sandbox.example answered with more than 268435456 bytes. Check that it is a sandbox.';
  expect(error).toMatchObject({ status: 0, message });
  expect(isCancelled).toBe(true);
});

test('a wrong address, a missing id and a sandbox that is not running are ControlErrors that say what to do', async () => {
  const { url, stop } = await startAnswering(200, {});
  await stop();

  const errors = await Promise.all([
    errorOf(createControl('127.0.0.1').clock()),
    errorOf(Reflect.apply(createControl(url).milestone, undefined, [undefined])),
    errorOf(createControl(url).clock()),
  ]);

  expect(errors.every((error) => error instanceof ControlError)).toBe(true);
  expect(errors).toMatchObject([
    { status: 0, message: expect.stringMatching(/^url: set it to the address/) },
    { status: 0, message: expect.stringContaining('needs a value for milestoneId') },
    {
      status: 0,
      message: `No sandbox answers at ${url}. Start it in another terminal: npx @escrow-kit/sandbox`,
      cause: expect.anything(),
    },
  ]);
});

test.each([
  ['http', 'at 127.0.0.1:9 does not answer. Check HTTP_PROXY', 'http://127.0.0.1:9'],
  ['https', 'at 127.0.0.1:9 does not answer. Check HTTPS_PROXY', 'http://127.0.0.1:9'],
  ['http', 'at proxy.invalid does not answer. Check HTTP_PROXY', 'http://proxy.invalid:9'],
  ['https', 'refused to connect. Check HTTPS_PROXY', undefined],
])('a proxy between %s and the sandbox is named, and not the sandbox: %s', async (scheme, reason, address) => {
  const refusing = createServer().on('connect', (_request, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
  const proxy = address ?? `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`;
  onTestFinished(setGlobalProxyFromEnv({ [`${scheme}_proxy`]: proxy }));
  onTestFinished(() => void refusing.close());
  const url = `${scheme}://sandbox.example`;

  const error = await errorOf(createControl(url).clock());

  expect(error).toMatchObject({
    status: 0,
    message: `No sandbox answers at ${url}. The proxy ${reason} and NO_PROXY.`,
  });
});

test('a proxy whose name has two addresses is named by the first', async () => {
  const errors = ['::1', '127.0.0.1'].map((address) => ({ address, port: 9 }));
  const fetchHere = () => Promise.reject({ cause: { errors } });

  const error = await errorOf(createControl('http://sandbox.example', { fetch: fetchHere }).clock());

  expect(error).toMatchObject({ message: expect.stringContaining('The proxy at [::1]:9 does not answer.') });
});

test.each(['http://sandbox.invalid', 'https://sandbox.invalid:9', 'https://127.0.0.1'])(
  'a failure to reach %s itself is not blamed on a proxy',
  async (url) => {
    const error = await errorOf(createControl(url).clock());

    expect(error).toMatchObject({
      message: `No sandbox answers at ${url}. Start it in another terminal: npx @escrow-kit/sandbox`,
    });
  },
);
