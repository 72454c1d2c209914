import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '@escrow-kit/sandbox';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { repositoryFolder } from '../src/repository.ts';
import { installOtherRuntimes } from './other-runtimes.ts';
import { type CommandResult, tryCommand } from './run-command.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const collectionFile = join(repositoryFolder, 'spec/collections/main-job.postman_collection.json');
const hosts = ['contract', 'auth', 'identity'];
/** The phone of the buyer in the document's examples. */
const buyer = '+966500000001';

const folder = join(createTemporaryFolder(afterAll), 'runtimes');

beforeAll(() => installOtherRuntimes(folder));

test('the collection runs in Postman, twice, up to a checkout that the buyer can pay', async () => {
  const sandbox = await startedSandbox();

  for (const redirectUrl of ['https://shop.example/return', 'https://shop.example/return?order=1&paid=1']) {
    const { exitCode, output } = await runCollection({ ...urlsOf(sandbox), redirectUrl });

    expect(exitCode, output).toBe(0);
    expect(await startedPayment(sandbox)).toMatchObject({ redirectUrl: redirectUrl.replaceAll('=1', '=[redacted]') });
    expect(await finish(sandbox)).toBe('COMPLETED');
  }
});

test('the collection stops in Postman when a call is refused', async () => {
  const sandbox = await startedSandbox();
  const { organization } = sandbox.credentials.tokens;

  const { exitCode, output } = await runCollection({ ...urlsOf(sandbox), clientAdminToken: organization });

  expect(exitCode).toBe(1);
  expect(output).toContain('Create the contract');
  expect(output).not.toContain('Add a milestone');
});

/** Answers that no call of the job can go on with. */
const useless = { 'no body': '', 'a page': '<html>', 'no field': '{}', 'another type': '{"data":{"id":{}}}' };

test.for(Object.entries(useless))('the collection stops in Postman at a 200 with %s', async ([, body]) => {
  const url = await startedServer(body);

  const { exitCode, output } = await runCollection(urlsOf({ url }));

  expect(exitCode).toBe(1);
  expect(output).toContain('Register the seller');
  expect(output).not.toContain('Register the administrator');
});

/** A server that answers 200 to everything, with one body. Resolves with its address. */
async function startedServer(body: string): Promise<string> {
  const server = createServer((_request, response) => response.end(body)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function startedSandbox(): Promise<Sandbox> {
  const sandbox = await startSandbox();
  onTestFinished(sandbox.close);
  return sandbox;
}

const urlsOf = ({ url }: Pick<Sandbox, 'url'>): Record<string, string> =>
  Object.fromEntries(hosts.map((host) => [`${host}Url`, url]));

/** Runs the collection by Newman, Postman's command, with other values of its variables. */
function runCollection(variables: Record<string, string>): Promise<CommandResult> {
  const newman = join(folder, 'node_modules/newman/bin/newman.js');
  const values = Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
  return tryCommand(process.execPath, [newman, 'run', collectionFile, ...values], { cwd: folder });
}

interface StartedPayment {
  milestoneId: string;
  redirectUrl: string;
}

/** The parameters of the newest startPayment. */
async function startedPayment(sandbox: Sandbox): Promise<StartedPayment> {
  const { requests } = await sandbox.control.requests({ operationId: 'startPayment', limit: 1 });
  const [newest] = requests;
  if (!newest) throw new Error('No payment was started.');
  const { path, query } = newest.request as { path: object; query: object };
  return { ...path, ...query } as StartedPayment;
}

/** Pays, releases and completes the newest payment. Resolves with the state of the milestone. */
async function finish(sandbox: Sandbox): Promise<string> {
  const { milestoneId } = await startedPayment(sandbox);
  await sandbox.control.giveConsent(buyer);
  await sandbox.control.pay(milestoneId);
  await sandbox.control.release(milestoneId);
  const { state } = await sandbox.control.complete(milestoneId);
  return state;
}
