import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '@escrow-kit/sandbox';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { repositoryFolder } from '../src/repository.ts';
import { installOtherTools, type OtherTools } from './other-tools.ts';
import { outsideEnvironment } from './outside-environment.ts';
import { runCommand, tryCommand } from './run-command.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const collectionFile = join(repositoryFolder, 'spec/collections/main-job.postman_collection.json');
const scriptFile = join(repositoryFolder, 'spec/collections/main-job.sh');
const hosts = ['contract', 'auth', 'identity'];
/** The phone of the buyer in the document's examples. */
const buyer = '+966500000001';

const folder = createTemporaryFolder(afterAll);
let tools: OtherTools;

beforeAll(async () => {
  tools = await installOtherTools(join(folder, 'tools'));
});

test('the collection runs in Postman, twice, up to a checkout that the buyer can pay', async () => {
  const sandbox = await startedSandbox();

  for (const redirectUrl of ['https://shop.example/return', 'https://shop.example/return?order=1&paid=1']) {
    await tools.run('newman', 'run', collectionFile, ...inTool({ ...urlsOf(sandbox), redirectUrl }));

    expect(await startedPayment(sandbox)).toMatchObject({ redirectUrl: redirectUrl.replaceAll('=1', '=[redacted]') });
    expect(await finish(sandbox)).toBe('COMPLETED');
  }
});

test('the collection stops in Postman when a call is refused', async () => {
  const sandbox = await startedSandbox();
  const variables = inTool({ ...urlsOf(sandbox), clientAdminToken: sandbox.credentials.tokens.organization });

  const { exitCode, output } = await tools.try('newman', 'run', collectionFile, ...variables);

  expect(exitCode).toBe(1);
  expect(output).toContain('Create the contract');
  expect(output).not.toContain('Add a milestone');
});

/** Answers that no call of the job can go on with. */
const useless = { 'no body': '', 'a page': '<html>', 'no field': '{}', 'another type': '{"data":{"id":{}}}' };

test.for(Object.entries(useless))('the collection stops in Postman at a 200 with %s', async ([, body]) => {
  const url = await startedServer(body);

  const { exitCode, output } = await tools.try('newman', 'run', collectionFile, ...inTool(urlsOf({ url })));

  expect(exitCode).toBe(1);
  expect(output).toContain('Register the seller');
  expect(output).not.toContain('Register the administrator');
});

test('the collection runs in Bruno, up to a checkout that the buyer can pay', async () => {
  const sandbox = await startedSandbox();
  const imported = join(folder, 'bruno');
  const importer = join(tools.folder, 'collections/import-into-bruno.mjs');
  await runCommand(process.execPath, [importer, collectionFile, imported], { cwd: tools.folder });

  const bruno = join(tools.folder, 'node_modules/.bin/bru');
  const output = await runCommand(bruno, ['run', ...inTool(urlsOf(sandbox))], { cwd: imported });

  const [, ticket = ''] = /&ticket=(\S+)/.exec(output) ?? [];
  const stored = globSync('**', { cwd: imported, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  expect(ticket).not.toBe('');
  expect(stored.filter((text) => text.includes(ticket))).toEqual([]);
  expect(await finish(sandbox)).toBe('COMPLETED');
});

const missing = ['curl', 'jq'].filter((command) => spawnSync(command, ['--version']).status !== 0);

test.skipIf(missing.length > 0)(
  `the script runs with curl and jq, twice, up to a checkout that the buyer can pay${missing.length > 0 ? `: there is no ${missing.join(' and no ')} here` : ''}`,
  async () => {
    const sandbox = await startedSandbox();

    for (let run = 1; run <= 2; run++) {
      const { exitCode, stdout } = await runScript(urlsOf(sandbox));

      expect(exitCode).toBe(0);
      const checkout = await fetch(stdout.trim().split('\n').at(-1) ?? '', { redirect: 'manual' });
      // The ticket signs the buyer in.
      expect(checkout.headers.getSetCookie()).not.toEqual([]);
      expect(await finish(sandbox)).toBe('COMPLETED');
    }
  },
);

test.skipIf(missing.length > 0)('the script stops when a call is refused, and shows no token', async () => {
  const sandbox = await startedSandbox();

  const { exitCode, output } = await runScript({ ...urlsOf(sandbox), clientAdminToken: 'not-a-token' });

  expect(exitCode).toBe(1);
  expect(output).toMatch(/Create the contract\nPOST \S+\/api\/external\/contracts was refused with 401:\n\{.*\}\n$/);
  expect(output).not.toContain('not-a-token');
});

test.skipIf(missing.length > 0).for(Object.entries(useless))('the script stops at a 200 with %s', async ([, body]) => {
  const { exitCode, output } = await runScript(urlsOf({ url: await startedServer(body) }));

  expect(exitCode).toBe(1);
  expect(output).toMatch(/Register the seller\nThe answer has no \.serviceUserId\.\n$/);
});

test.skipIf(missing.length > 0)('the script with one address takes no token of the sandbox', async () => {
  const { exitCode, output } = await tryCommand('sh', [scriptFile], {
    cwd: folder,
    env: { ...outsideEnvironment(), CONTRACT_URL: 'http://127.0.0.1:9' },
  });

  expect(exitCode).toBeGreaterThan(0);
  expect(output).toContain('IDENTITY_URL: Set it');
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

/** The defaults of the collection's variables. */
function defaults(): Record<string, string> {
  const { variable } = JSON.parse(readFileSync(collectionFile, 'utf8'));
  return Object.fromEntries(variable.map(({ key, value }: { key: string; value: string }) => [key, value]));
}

/** Newman and Bruno take variables in the same way. */
const inTool = (variables: Record<string, string>): string[] =>
  Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);

/** With an address of its own, the script takes nothing for granted. */
function runScript(variables: Record<string, string>) {
  const environment = Object.entries({ ...defaults(), ...variables }).map(([name, value]) => [
    name.replaceAll(/[A-Z]/g, (capital) => `_${capital}`).toUpperCase(),
    value,
  ]);
  return tryCommand('sh', [scriptFile], {
    cwd: folder,
    env: { ...outsideEnvironment(), ...Object.fromEntries(environment) },
  });
}

/** The parameters of the newest startPayment. */
async function startedPayment(sandbox: Sandbox): Promise<StartedPayment> {
  const { requests } = await sandbox.control.requests({ operationId: 'startPayment', limit: 1 });
  const [newest] = requests;
  if (!newest) throw new Error('No payment was started.');
  const { path, query } = newest.request as { path: object; query: object };
  return { ...path, ...query } as StartedPayment;
}

interface StartedPayment {
  milestoneId: string;
  redirectUrl: string;
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
