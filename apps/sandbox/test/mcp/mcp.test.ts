import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { createControl } from '@escrow-kit/sandbox-control';
import { isSoak } from '@escrow-kit/tools';
import { onExit } from '@escrow-kit/tools/on-exit';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../src/index.ts';
import { createServiceTools } from '../../src/mcp/service-tools.ts';
import { toText } from '../../src/mcp/tool.ts';
import { runCommand } from '../../src/run-command.ts';
import { createMilestone } from '../support/escrow-steps.ts';
import { eachReceiver } from '../support/receiver.ts';
import { send } from '../support/service-api.ts';
import { startedSandbox } from '../support/started-sandbox.ts';
import { watchStderr } from '../support/stderr.ts';

const started = startedSandbox();
const receiver = eachReceiver();

/** Everything that the tools have answered so far. */
let transcript = '';
let client: Client;

beforeAll(async () => {
  client = new Client({ name: 'test', version: '1' });
  await client.connect(connectTo(started().url));
  return () => client.close();
});

const command = join(import.meta.dirname, '../../src/command.ts');

function connectTo(url: string): StdioClientTransport {
  return new StdioClientTransport({ command: process.execPath, args: [command, 'mcp', '--url', url] });
}

/** Calls a tool, and returns its answer, parsed where it was not cut. */
async function callTool(name: string, input: object = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: input as Record<string, unknown> });
  const [part] = content;
  const text = part?.type === 'text' ? part.text : '';
  transcript += `${text}\n`;
  // biome-ignore lint/suspicious/noExplicitAny: the tests check what tools answer
  return { isError, text, value: parse(text) as any };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Calls an operation with one of its examples, with the changes. */
async function callWithExample(operationId: string, { example, path, change = (body) => body }: ExampleCall) {
  const { value } = await callTool('read_operation', { operationId });
  const body = change(structuredClone(value.examples[example].value));
  return callTool('call_operation', { operationId, ...(path && { path }), body });
}

interface ExampleCall {
  example: string;
  path?: Record<string, unknown>;
  change?(body: object): unknown;
}

test('the main job is done by the descriptions of the tools and their answers alone, with a refusal that explains itself', async () => {
  await started().control.setWebhook(receiver().url);
  const { tools } = await client.listTools();
  const { value: operations } = await callTool('list_operations');
  for (const example of ['buyer', 'administrator']) await callWithExample('registerCustomer', { example });
  const seller = await callWithExample('registerCustomer', { example: 'seller' });
  const { serviceUserId } = seller.value.body;
  await callWithExample('addBankAccount', { example: 'seller', path: { serviceUserId } });
  await callWithExample('addAddress', { example: 'full', path: { serviceUserId } });
  const contract = await callWithExample('createContract', { example: 'parent' });
  const path = { contractId: contract.value.body.data.id };
  const added = await callWithExample('addMilestones', { example: 'oneMilestone', path });
  const milestoneId: string = added.value.body.data.milestones[0].id;
  const partiesOf = (changes: object) => ({
    ...{ example: 'threeParties', path },
    change: ({ mileStonesParties }: { mileStonesParties: object }) => {
      const [[buyer, provider, broker]] = Object.values(mileStonesParties);
      return { mileStonesParties: { [milestoneId]: [buyer, { ...provider, ...changes }, broker] } };
    },
  });
  const refused = await callWithExample('addParties', partiesOf({ isSender: false }));
  const parties = await callWithExample('addParties', partiesOf({}));
  const listed = await callTool('list_requests', { outcome: 'refused' });
  const explained = await callTool('get_request', { requestId: listed.value.requests[0].id });
  const early = await callTool('pay_milestone', { milestoneId });
  const phoneNumber = (await callTool('get_milestone', { milestoneId })).value.parties[0].phoneNumber;
  await callTool('set_consent', { phoneNumber, status: 'GRANTED' });
  const paid = await callTool('pay_milestone', { milestoneId });
  await receiver().received(1);
  await callTool('advance_clock', { seconds: 1 });
  const { value: sent } = await callTool('list_deliveries', { milestoneId });
  const delivery = await callTool('get_delivery', { deliveryId: sent.deliveries[0].id });
  await callTool('redeliver', { deliveryId: sent.deliveries[0].id });
  await receiver().received(2);
  await callTool('release_milestone', { milestoneId });
  const completed = await callTool('complete_milestone', { milestoneId });

  expect(client.getInstructions()).toMatch(/^# The escrow sandbox\n/);
  expect(tools.length).toBeGreaterThan(15);
  expect(operations[0]).toMatch(/^registerCustomer: /);
  expect(refused).toMatchObject({ isError: true, value: { status: 400, refusal: { rule: { id: 'PARTY-3' } } } });
  expect(refused.value.refusal.message).toContain('isSender');
  expect(parties.value).toEqual({
    status: 200,
    body: { data: { milestones: [{ id: milestoneId, status: 'WAITING_FOR_PAYMENT' }] } },
  });
  expect(explained.value.rule).toMatchObject({ basis: 'stated', remedies: [expect.stringContaining('isSender')] });
  expect(early).toMatchObject({ isError: true, value: { status: 409, refusal: { message: expect.any(String) } } });
  expect(paid.value).toMatchObject({ state: 'PAID', events: [{ status: 'PAID' }] });
  expect(delivery.value).toMatchObject({ status: 'PAID', attemptLog: [{ answerStatus: 200 }] });
  expect(completed.value.state).toBe('COMPLETED');
});

test('no result has a secret, not even of a call that gives one or in the guide', async () => {
  const { credentials } = started();
  const linked = await callWithExample('linkUser', { example: 'user' });
  const example = await callTool('read_operation', { operationId: 'requestTicket' });
  await callTool('search_guide', { words: 'webhook secret whsec_sandbox organization token org_sandbox' });
  await callTool('list_milestones');

  const { clientSecret, webhookSecret, tokens } = credentials;
  const secrets = [clientSecret, webhookSecret, ...Object.values(tokens)];
  expect(linked.isError).toBe(false);
  expect(example.text).toContain('"client_secret":"[redacted]"');
  expect(secrets.filter((secret) => transcript.includes(secret))).toEqual([]);
  expect(transcript.match(/\b(usr|ticket|pwd|cus|session)_[a-z0-9]{32,}/g)).toBeNull();
});

test('a rule without a remedy names its constraints, which have one', async () => {
  const { value: rule } = await callTool('explain_rule', { rule: 'PARTY-4' });
  const { value: constraint } = await callTool('explain_rule', { rule: 'PARTY-4a' });

  expect(rule).toMatchObject({ remedies: [], constraints: ['PARTY-4a'] });
  expect(constraint).toMatchObject({ remedies: [expect.any(String)], constraints: [] });
});

test('without the control token or a sandbox a tool says what to do', async () => {
  const locked = await startSandbox({ controlToken: 'canary-token' });
  const other = new Client({ name: 'test', version: '1' });
  onTestFinished(async () => void (await Promise.all([locked.close(), other.close()])));
  await other.connect(connectTo(locked.url));
  const ask = () => other.callTool({ name: 'list_milestones' });

  const refused = await ask();
  await locked.close();
  const unanswered = await ask();

  expect(JSON.stringify(refused)).toContain('This sandbox needs a control token. Set SANDBOX_CONTROL_TOKEN.');
  expect(JSON.stringify(unanswered)).toContain('Start it in another terminal: npx @escrow-kit/sandbox');
});

test('a long result is cut and says so', async () => {
  await createMilestone(started(), {}, { itemDetail: { title: 'long '.repeat(9_000), description: '' } });

  const { text } = await callTool('list_milestones');

  expect(text).toMatch(/^.{20000}\n\[Cut after 20000 of \d{5} characters\.\]$/);
});

test('malformed arguments and unknown ids are errors that say what is wrong', async () => {
  const calls: [string, object, RegExp][] = [
    ['pay_milestone', {}, /milestoneId/],
    ['pay_milestone', { milestoneId: 'x', extra: 1 }, /additional properties/],
    ['advance_clock', { seconds: -1 }, />= 0/],
    ['set_consent', { phoneNumber: '+966500000001', status: 'MAYBE' }, /status/],
    ['call_operation', { operationId: 'noSuch' }, /operationId/],
    ['call_operation', { operationId: 'createContract', body: 'text' }, /body must be object/],
    ['call_operation', { operationId: 'addMilestones' }, /needs a value for contractId/],
    ['get_milestone', { milestoneId: 'none' }, /404/],
    ['explain_rule', { rule: 'NONE-1' }, /No rule has this ID/],
    ['explain_rule', { rule: 'x'.repeat(201) }, /200 characters/],
    ['search_guide', { words: 'x'.repeat(201) }, /200 characters/],
  ];
  for (const [name, input, expected] of calls) {
    expect(await callTool(name, input), name).toMatchObject({ isError: true, text: expect.stringMatching(expected) });
  }
});

test('another machine is reached only with its address and a control token, and no tenant but the default one is called', async () => {
  const lines = watchStderr();
  const other = createControl(started().url, { tenant: 'other' });

  const exitCode = await runCommand(['mcp', '--url', 'http://192.0.2.1:4020']);
  const called = callOperation(started().url, 'listWebhooks', other);

  expect(exitCode).toBe(2);
  expect(lines).toEqual([
    expect.stringMatching(/^escrow-sandbox: http:\/\/192.0.2.1:4020 is not on this machine[.] Set --url/),
  ]);
  await expect(called).rejects.toThrow('default tenant');
});

/** Calls an operation on a server that may be no sandbox. */
async function callOperation(url: string, operationId: string, control = started().control): Promise<unknown> {
  const call = createServiceTools(control, url).find(({ name }) => name === 'call_operation');
  return call?.run({ operationId } as never);
}

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  { what: 'is empty', status: 204, body: '', expected: /^{"status":204,"body":null}$/ },
  {
    what: 'is not JSON',
    status: 200,
    body: 'canary',
    expected: /^listWebhooks answered 200 with a body that is not JSON/,
  },
  { what: 'is too long', status: 200, body: `"${'x'.repeat(1024 * 1024)}"`, expected: /with more than 1048576 bytes/ },
  { what: 'is that of a proxy', status: 502, body: '<p>', expected: /^{"status":502,"body":null,"refusal":{}}$/ },
])('an answer whose body $what is taken for what it is', async ({ status, body, expected }) => {
  const url = await listen((_, response) => void response.writeHead(status).end(body));

  const answer = await callOperation(url, 'listWebhooks').then(JSON.stringify, ({ message }) => message);

  expect(answer).toMatch(expected);
  expect(answer).not.toContain('canary');
});

test('a redirect is not followed with the token', async () => {
  const asked: unknown[] = [];
  const elsewhere = await listen(({ url }, response) => void response.end(`[${asked.push(url)}]`));
  const url = await listen((_, response) => void response.writeHead(307, { location: elsewhere }).end());

  expect(await callOperation(url, 'listWebhooks')).toMatchObject({ status: 307, refusal: {} });
  expect(asked).toEqual([]);
});

test('a refusal explains the request that was sent, not a later one of somebody else', async () => {
  const url = await listen(async ({ method, headers, url: path }, response) => {
    const answer = await fetch(new URL(String(path), started().url), { method, headers } as RequestInit);
    await send(started(), 'createContract', { body: { currency: 'SAR' } });
    response.writeHead(answer.status).end(await answer.text());
  });

  const { refusal } = (await callOperation(url, 'createContract')) as { refusal: { message: string } };

  const [later, own] = (await started().control.requests({ operationId: 'createContract', limit: 2 })).requests;
  expect(refusal).toMatchObject({ message: own?.message, rule: { id: own?.rule } });
  expect(refusal.message).not.toBe(later?.message);
});

test('a result hides secrets in any place, and what the address of a page carries', () => {
  const token = 'control-canary';
  const page = 'https://shop.example/pay';
  const shown = toText(
    {
      [`key ${token}`]: token,
      whsec_sandbox: `usr_${'a'.repeat(40)}`,
      url: `${page}?code=canary&client_id=1`,
      text: `Open ${page}?ticket=canary&x=1 or ${page}?a=1&userTokenUrl=https%3A%2F%2Fcanary, then go on.`,
    },
    [token],
  );

  expect(JSON.parse(shown)).toEqual({
    'key [redacted]': '[redacted]',
    '[redacted]': '[redacted]',
    url: `${page}?code=[redacted]&client_id=1`,
    text: `Open ${page}?ticket=[redacted]&x=1 or ${page}?a=1&userTokenUrl=[redacted] then go on.`,
  });
});

// The SDK takes seconds for it.
test.runIf(isSoak)('a message that the SDK refuses to read ends the server with 1 and one line', async () => {
  const server = spawn(process.execPath, [command, 'mcp', '--url', started().url]);
  onExit(() => server.kill('SIGKILL'));
  server.stdin.on('error', () => {}).end('x'.repeat(11 * 1024 * 1024));

  const [line, [exitCode]] = await Promise.all([readAll(server.stderr), once(server, 'exit')]);

  expect([exitCode, line]).toEqual([
    1,
    expect.stringMatching(/^escrow-sandbox: The connection of the assistant ended\. .*\n$/),
  ]);
});
