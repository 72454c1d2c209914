import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { StateRequestError } from '../../src/states/catalogue.ts';
import { startStateServer } from '../../src/states/state-server.ts';

/** Starts a server that sets up nothing, and collects what it is asked for and what it refuses. */
async function start(setUp: (name: string) => Promise<Record<string, unknown>> = async () => ({ userId: 'usr_1' })) {
  const asked: unknown[] = [];
  const refusals: string[] = [];
  const { url, close } = await startStateServer({
    setUp: (name, parameters) => {
      asked.push([name, parameters]);
      return setUp(name);
    },
    redact: (message) => message.replaceAll('secret-1', '[redacted]'),
    onRefusal: (message) => refusals.push(message),
  });
  onTestFinished(close);
  return { url, asked, refusals };
}

interface Sent {
  body?: string;
  query?: string;
  method?: string;
  headers?: Record<string, string>;
}

/** Sends what `fetch` would not, such as a foreign Host. */
function ask(url: string, { body = '', query = '', method = 'POST', headers = {} }: Sent) {
  return new Promise<{ status: number | undefined; type: string | undefined; body: string }>((resolve, reject) => {
    const sent = request(`${url}/${query}`, { method, headers }, async (answer) => {
      resolve({ status: answer.statusCode, type: answer.headers['content-type'], body: await text(answer) });
    });
    sent.on('error', reject).end(body);
  });
}

const name = 'a milestone without parties';
const params = { itemPrice: 1000, parties: { '${milestoneId}': [] } };

test.for<[verifier: string, sent: Sent, parameters: object]>([
  ['pact-jvm', { body: JSON.stringify({ state: name, params, action: 'setup' }) }, params],
  ['pact-ruby', { body: JSON.stringify({ consumer: 'shop', state: name, states: [name], params }) }, params],
  ['one that sends null', { body: JSON.stringify({ consumer: null, state: name, params: null, action: null }) }, {}],
])('a state is set up as %s asks for it', async ([, sent, parameters]) => {
  const { url, asked } = await start();

  const { status, type, body } = await ask(url, sent);

  expect([status, type]).toEqual([200, 'application/json']);
  expect(JSON.parse(body)).toEqual({ userId: 'usr_1' });
  expect(asked).toEqual([[name, parameters]]);
});

test.for([
  ['at the end of a state', { state: name, params, action: 'teardown' }],
  ['for an interaction without a state', { state: '', params: {}, action: 'setup' }],
] as const)('nothing is set up %s', async ([, body]) => {
  const { url, asked } = await start();

  expect(await ask(url, { body: JSON.stringify(body) })).toMatchObject({ status: 200, body: '{}' });
  expect(asked).toEqual([]);
});

const state = JSON.stringify({ state: name });

test.for<[what: string, sent: Sent, status: number, message: string]>([
  ['text that is no JSON', { body: '{"state":' }, 400, 'The body is malformed. Send {'],
  ['a query without a body', { query: '?state=a' }, 400, 'The body is malformed. Send {'],
  ['parameters that are no object', { body: '{"state": "a", "params": []}' }, 400, 'The body is malformed. Send {'],
  ['a GET', { method: 'GET', query: '?state=a' }, 405, 'GET is not allowed. Send POST.'],
  ['another name of this machine', { body: state, headers: { host: 'evil.example' } }, 403, 'Only this machine can'],
  [
    'a page of another site',
    { body: state, headers: { origin: 'https://evil.example' } },
    403,
    'Only this machine can',
  ],
])('%s is refused with one line', async ([, sent, status, message]) => {
  const { url, asked, refusals } = await start();

  const answer = await ask(url, sent);

  expect(answer.status).toBe(status);
  expect(answer.body).toContain(message);
  expect(answer.body.trim().split('\n')).toEqual(refusals);
  expect(asked).toEqual([]);
});

test.for([
  [new StateRequestError('There is no such state.'), 400, 'There is no such state.'],
  [
    new Error('secret-1 was refused'),
    409,
    `The state "${name}" cannot be set up: [redacted] was refused. Check the service and the options of contract-tests states.`,
  ],
] as const)('a state that fails is answered with a 4xx that has no secret: %s', async ([error, status, message]) => {
  const { url, refusals } = await start(() => Promise.reject(error));

  expect(await ask(url, { body: state })).toMatchObject({ status, body: `${message}\n` });
  expect(refusals).toEqual([message]);
});
