import { operations } from '@escrow-kit/spec';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/index.ts';
import { type QuickAnswer, type QuickRequest, quickRequest } from '../support/http.ts';
import { readOptions } from '../support/read-options.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

const origin = 'http://localhost:8080';
const editor = 'https://editor.example';
const contracts = '/api/external/contracts';
const readable = { vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-expose-headers': '*' };

const allowing = startedSandbox({ allowOrigins: [origin, editor] });
const closed = startedSandbox();

/** Asks, as a browser does, whether a page may send a request. */
function sendPreflight({ url }: Sandbox, path: string, headers: Record<string, string> = { origin }) {
  const asked = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
  };
  return quickRequest(url, { method: 'OPTIONS', path, headers: { ...asked, ...headers } });
}

const sendTo = ({ url }: Sandbox, request: QuickRequest) => quickRequest(url, { headers: { origin }, ...request });

/** The CORS headers of an answer. */
function pageHeaders({ headers }: QuickAnswer): Record<string, string> {
  const isForPages = ([name]: [string, string]) => name.startsWith('access-control-') || name === 'vary';
  return Object.fromEntries([...headers].filter(isForPages));
}

describe('a page of an allowed origin', () => {
  test.each(operations)(
    'may send $id, and reads why it is refused without a token',
    async ({ method, path: template }) => {
      const path = template.replaceAll(/\{\w+\}/g, '1');

      const preflight = await sendPreflight(allowing(), path);
      const answer = await sendTo(allowing(), { method, path });

      expect(preflight).toMatchObject({ status: 204, text: '' });
      expect(preflight.headers.get('access-control-allow-methods')?.split(', ')).toContain(method);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(pageHeaders(answer)).toEqual(readable);
    },
  );

  test('gets by a preflight the methods and headers that it may send, for ten minutes and without cookies, and none of it is logged', async () => {
    const before = await allowing().control.requests();

    const answer = await sendPreflight(allowing(), '/users/usr_1');

    expect(pageHeaders(answer)).toEqual({
      ...readable,
      'access-control-allow-methods': 'GET, PUT',
      'access-control-allow-headers': 'authorization, content-type, accept, *',
      'access-control-max-age': '600',
    });
    expect(await allowing().control.requests()).toEqual(before);
  });

  test('of a public site may call this machine', async () => {
    const headers = { origin: editor, 'access-control-request-private-network': 'true' };

    expect(pageHeaders(await sendPreflight(allowing(), contracts, headers))).toMatchObject({
      'access-control-allow-origin': editor,
      'access-control-allow-private-network': 'true',
    });
  });

  test.each([
    '/_sandbox/tenants',
    '//_sandbox/tenants',
    '/%5Fsandbox/tenants',
    '/users/..%2f_sandbox/tenants',
    'http://127.0.0.1/_sandbox/tenants',
    '/',
    '/checkout/external/none',
    '/v2/payment-display.min.js',
    '/nowhere',
  ])('is answered %s, which is no operation, as without the option', async (path) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const [answer, asEver] = [await sendTo(allowing(), { method, path }), await sendTo(closed(), { method, path })];

      expect([method, answer.status, pageHeaders(answer)]).toEqual([method, asEver.status, pageHeaders(asEver)]);
    }
    const preflight = await sendPreflight(allowing(), path);
    expect(preflight.status).toBeGreaterThanOrEqual(400);
    expect(pageHeaders(preflight)).not.toHaveProperty('access-control-allow-methods');
  });

  test('is refused by the control API, and changes nothing there', async () => {
    const answer = await sendTo(allowing(), { method: 'POST', path: '/_sandbox/tenants/default/clock/freeze' });

    expect([answer.status, pageHeaders(answer)]).toEqual([403, {}]);
    expect(answer.text).toContain('Web pages of another origin cannot use the control API.');
    expect(await allowing().control.clock()).toMatchObject({ isFrozen: false });
  });
});

test.each<[what: string, headers: Record<string, string>, statuses: number[], cors: object]>([
  ['a longer host', { origin: `${origin}.evil.example` }, [405, 401], { vary: 'Origin' }],
  ['another scheme', { origin: 'https://localhost:8080' }, [405, 401], { vary: 'Origin' }],
  ['no origin of its own', { origin: 'null' }, [405, 401], { vary: 'Origin' }],
  ['no origin at all', {}, [405, 401], { vary: 'Origin' }],
  ['a foreign host name', { origin, host: 'rebound.example' }, [403, 403], {}],
])('a page of %s gets no CORS header, and its preflight is refused', async (_, headers, statuses, cors) => {
  const preflight = await sendPreflight(allowing(), contracts, headers);
  const answer = await sendTo(allowing(), { method: 'POST', path: contracts, headers });

  expect([preflight.status, answer.status]).toEqual(statuses);
  expect([pageHeaders(preflight), pageHeaders(answer)]).toEqual([cors, cors]);
});

const loopbackOnly = '--allow-origin works on loopback only';
test.each([
  [{ allowOrigins: ['*'] }, 'cannot be *'],
  [{ allowOrigins: ['null'] }, 'begin with http:// or https://'],
  [{ allowOrigins: ['http://user:canary@localhost:8080'] }, 'Write http://localhost:8080.'],
  [{ allowOrigins: [origin], host: '0.0.0.0', controlToken: 'made-up' }, `${loopbackOnly}, but --host is 0.0.0.0.`],
  [{ allowOrigins: [origin], publicUrl: 'https://sandbox.example' }, `${loopbackOnly}, but --public-url is`],
])('an origin that can not be meant or allowed is refused at the start: %o', async (options, message) => {
  const error: Error = await startSandbox(options).then(
    () => expect.unreachable(),
    (reason) => reason,
  );

  expect(error).toMatchObject({ code: 'sandbox_start', message: expect.stringContaining(message) });
  expect(error.message).toMatch(/^--allow-origin [^\n]+\.$/);
  expect(error.message).not.toContain('canary');
});

test('on the command line, the flag replaces its variable, which holds a list', async () => {
  vi.stubEnv('SANDBOX_ALLOW_ORIGIN', 'http://a.example,http://b.example');
  onTestFinished(() => void vi.unstubAllEnvs());

  const ofVariable = await readOptions([]);
  const ofFlag = await readOptions(['--allow-origin', 'http://c.example']);

  expect(ofVariable?.sandbox.allowOrigins).toEqual(['http://a.example', 'http://b.example']);
  expect(ofFlag?.sandbox.allowOrigins).toEqual(['http://c.example']);
});
