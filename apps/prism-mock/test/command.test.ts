import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter } from 'node:path';
import { isSoak } from '@escrow-kit/suite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answerExample, requestExample } from './document-example.ts';
import { sendRequest } from './send-request.ts';
import { statusOf } from './status-of.ts';
import { watchPrism } from './watch-prism.ts';

const command = `${import.meta.dirname}/../src/command.ts`;

function start(args: string[], environment: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [command, ...args], {
    env: { ...process.env, PORT: '', ...environment },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

/** Reads what the command prints until the greeting is complete, and then stops reading, as `head` does. */
async function readGreeting(child: ChildProcess): Promise<string> {
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += chunk;
    if (/Service: .*\n/.test(output)) return output;
  }
  throw new Error(`The command ended after ${JSON.stringify(output)}.`);
}

/** The signals that end a command, with its exit code. */
const signals = [
  ['SIGTERM', 0],
  ['SIGINT', 0],
  ['SIGKILL', null],
] as const;

/** The files of a deployment's dialect, and what they do not show. */
const overlays = ['login', 'rules', 'two-kinds', 'more'].map(
  (name) => `${import.meta.dirname}/dialect/${name}.overlay.yaml`,
);

// One command shows all of it, because each needs a Prism of its own. With this variable, Prism would start another process.
test.each(isSoak ? signals : signals.slice(0, 1))(
  'the command prints how to call it, answers to any host if others reach it and as overlays say, and %s ends it and Prism',
  async (signal, exitCode) => {
    const watch = await watchPrism();
    const started = watch.next();
    const child = start(['--port', '0', '--host', '0.0.0.0'], {
      ...watch.environment,
      PORT: '1',
      ESCROW_OVERLAY: overlays.join(delimiter),
      NODE_ENV: 'production',
    });
    const prism = await started;

    const greeting = await readGreeting(child);
    expect(greeting).toMatch(/org_sandbox.*adm_sandbox.*usr_sandbox.*app_sandbox.*key_sandbox/s);

    const url = /Service: (http:\S+)/.exec(greeting)?.[1] ?? '';
    const authorization = 'Bearer key_sandbox';
    expect(await statusOf(`${url}/users/usr_1`, { host: 'mock:4010', authorization })).toBe(200);
    await expectDialect(url);
    await expectAdditions(url);

    child.kill(signal);
    expect(await once(child, 'exit')).toContain(exitCode);
    expect(await prism.ended).toBeDefined();
  },
);

/** The main calls of a client of the dialect: it logs in, signs up by the client admin token, and says isSender of every party. */
async function expectDialect(url: string): Promise<void> {
  const logIn = (prefer: string, grantType = 'password') =>
    sendRequest('POST /oauth/token', { url, headers: { prefer }, form: { grant_type: grantType, password: 'x' } });
  const options = { url, token: 'adm_sandbox' };
  const [broker, customer, provider] = Object.values(requestExample('addParties').mileStonesParties)[0] as object[];

  expect(await logIn('example=clientAdmin')).toMatchObject({ status: 200, body: { access_token: 'adm_sandbox' } });
  expect(await logIn('', 'password')).toMatchObject({ status: 200, body: { access_token: 'adm_sandbox' } });
  expect(await logIn('', 'client_credentials')).toMatchObject({ status: 200, body: { access_token: 'org_sandbox' } });
  expect(await logIn('example=organization')).toMatchObject({ status: 200, body: { access_token: 'org_sandbox' } });
  expect(await sendRequest('POST /oauth/token', { url, form: { password: 'x' } })).toMatchObject({ status: 400 });

  const user = { ...options, json: requestExample('legacySignUp') };
  expect(await sendRequest('POST /v2/api/users/sign-up', user)).toMatchObject({ status: 200 });
  const contract = { ...options, json: requestExample('createContract') };
  expect(await sendRequest('POST /api/external/contracts', contract)).toMatchObject({
    status: 200,
    body: { data: { status: 'CREATED' } },
  });
  const parties = [broker, customer, { ...provider, isSender: true }];
  const json = { mileStonesParties: { 'milestone-1': parties } };
  expect(await sendRequest('PATCH /api/external/contracts/c/parties', { ...options, json })).toMatchObject({
    status: 200,
  });
}

/** Added operations, their callbacks, a header that is required, a form field that is forbidden, and another status of a refusal. */
async function expectAdditions(url: string): Promise<void> {
  const options = { url, token: 'adm_sandbox' };
  const called = vi.fn();
  const hook = createServer(called).listen(0, '127.0.0.1');
  onTestFinished(() => void hook.close());
  await once(hook, 'listening');
  const { port } = hook.address() as AddressInfo;

  const replacement = { ...options, json: { title: 'Any', hook: `http://127.0.0.1:${port}/` } };
  const replaced = await sendRequest('PUT /v3/contracts/7?depth=1', replacement);
  expect(replaced).toEqual({ status: 201, body: { state: 'OPEN' } });
  expect(await sendRequest('PUT /v3/contracts/seven?depth=1', replacement)).toMatchObject({ status: 400 });
  expect(await sendRequest('DELETE /v3/contracts/7', { url, token: 'org_sandbox' })).toMatchObject({ status: 403 });
  expect(await sendRequest('DELETE /v3/contracts/7', options)).toEqual({ status: 204, body: '' });

  const milestones = { ...options, json: requestExample('addMilestones') };
  const target = 'PATCH /api/external/contracts/c/milestones';
  expect(await sendRequest(target, milestones)).toEqual(answerExample('addMilestones', 400, 'otherRefusal'));
  const headers = { 'x-tenant-id': 't' };
  expect(await sendRequest(target, { ...milestones, headers })).toMatchObject({ status: 200 });

  const form = { ...requestExample('requestTicket'), device: 'x' };
  const forbidden = await sendRequest('POST /realms/service/protocol/openid-connect/token', { url, form });
  expect(forbidden).toMatchObject({ status: 400, body: { rule: 'TICKET-1b' } });

  const unregistered = await sendRequest('POST /realms/service/service-partner/customers', {
    url,
    token: 'org_sandbox',
    json: { phoneNumber: 'none' },
  });
  expect(unregistered).toEqual({ status: 422, body: { fault: 'UNKNOWN' } });
  expect(called).not.toHaveBeenCalled();
}
