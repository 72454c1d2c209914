import { join } from 'node:path';
import { createControl } from '@escrow-kit/sandbox-control';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../src/index.ts';
import { createServiceTools } from '../../src/mcp/service-tools.ts';
import { runCommand } from '../../src/run-command.ts';
import { createMilestone } from '../support/escrow-steps.ts';
import { eachReceiver } from '../support/receiver.ts';
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

function connectTo(url: string): StdioClientTransport {
  const command = join(import.meta.dirname, '../../src/command.ts');
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
  // biome-ignore lint/suspicious/noExplicitAny: an example of the document
  change?: (body: any) => unknown;
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

  expect(JSON.stringify(refused)).toContain('This sandbox has a control token: set SANDBOX_CONTROL_TOKEN.');
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
    ['explain_rule', { rule: 'NONE-1' }, /No rule has this id/],
  ];
  for (const [name, input, expected] of calls) {
    expect(await callTool(name, input), name).toMatchObject({ isError: true, text: expect.stringMatching(expected) });
  }
});

test('another machine is reached only with its address and a control token, and no tenant but the default one is called', async () => {
  const lines = watchStderr();
  const other = createControl(started().url, { tenant: 'other' });
  const call = createServiceTools(other, fetch).find(({ name }) => name === 'call_operation');

  const exitCode = await runCommand(['mcp', '--url', 'http://192.0.2.1:4020']);
  const called = call?.run({ operationId: 'listWebhooks' } as never);

  expect(exitCode).toBe(2);
  expect(lines).toEqual([
    expect.stringMatching(/^escrow-sandbox: http:\/\/192.0.2.1:4020 is not on this machine[.] Give --url/),
  ]);
  await expect(called).rejects.toThrow('default tenant');
});
