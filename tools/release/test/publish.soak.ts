import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPublishablePackages } from '../src/publishable-packages.ts';
import { type EmptyProject, installInEmptyProject } from './empty-project.ts';
import { type LocalRegistry, startLocalRegistry } from './local-registry.ts';
import { releaseLocally } from './local-release.ts';
import type { PackedPackage } from './packed-package.ts';
import { readmeExample } from './readme-example.ts';
import { runCommand } from './run-command.ts';
import { startInstalledCommand } from './started-command.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

/** The address of the sandbox in the client's README. */
const addressInReadme = 'http://127.0.0.1:4020';

/** The documented credentials of the sandbox, for the command that verifies it. */
const sandboxCredentials = {
  ESCROW_ORGANIZATION_TOKEN: 'org_sandbox',
  ESCROW_CLIENT_ADMIN_TOKEN: 'adm_sandbox',
  ESCROW_CLIENT_ID: 'sandbox-client',
  ESCROW_CLIENT_SECRET: 'sandbox-secret',
  ESCROW_API_KEY: 'key_sandbox',
  ESCROW_LEGACY_USER_TOKEN: 'usr_sandbox',
  ESCROW_LEGACY_APP_TOKEN: 'app_sandbox',
};

const packages = await findPublishablePackages();
const { folder, remove } = createTemporaryFolder();
let registry: LocalRegistry;
let packed: Record<string, PackedPackage>;
let project: EmptyProject;

beforeAll(async () => {
  registry = await startLocalRegistry(join(folder, 'registry'));
  packed = await releaseLocally(registry, join(folder, 'packed'));
  project = await installInEmptyProject([...Object.keys(packed), ...peers()], registry, join(folder, 'project'));
});

afterAll(async () => {
  await registry?.close();
  remove();
});

test('a release publishes every package that is not private', () => {
  expect(Object.keys(packed).sort()).toEqual(packages.map(({ name }) => name).sort());
});

test('the example in the README of @escrow-kit/spec prints what the README says', async () => {
  const example = readmeExample(project, '@escrow-kit/spec', 'js');

  const output = await project.runScript('spec-example.js', example);

  expect(output).toBe(readmeExample(project, '@escrow-kit/spec', 'text'));
});

test('the example in the README of @escrow-kit/prism-mock runs', async () => {
  await project.runScript('mock-example.ts', readmeExample(project, '@escrow-kit/prism-mock', 'ts'));
});

test('the example in the README of @escrow-kit/sandbox completes a contract', async () => {
  const output = await project.runScript('sandbox-example.ts', readmeExample(project, '@escrow-kit/sandbox', 'ts'));

  expect(output).toBe('COMPLETED\n');
});

test('the installed sandbox starts with npx and answers', async ({ onTestFinished }) => {
  const sandbox = await startInstalledCommand(project, '@escrow-kit/sandbox');
  onTestFinished(sandbox.stop);

  const health = await fetch(`${sandbox.url}/_sandbox/health`);

  expect(health.status).toBe(200);
});

test('the installed sandbox shows its dashboard', async ({ onTestFinished }) => {
  const sandbox = await startInstalledCommand(project, '@escrow-kit/sandbox');
  onTestFinished(sandbox.stop);

  const page = await fetch(sandbox.url);
  const addresses = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
  const files = await Promise.all(addresses.map((address) => fetch(sandbox.url + address)));

  expect(page.status).toBe(200);
  expect(addresses.map((address) => address.split('.').at(-1)).sort()).toEqual(['css', 'js', 'svg']);
  expect(files.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('the installed contract tests verify the installed sandbox with npx', async ({ onTestFinished }) => {
  const sandbox = await startInstalledCommand(project, '@escrow-kit/sandbox');
  onTestFinished(sandbox.stop);
  const address = ['--url', sandbox.url, '--control-url', sandbox.url];

  const report = await runCommand('npx', ['--no-install', '@escrow-kit/contract-tests', 'verify', ...address], {
    cwd: project.folder,
    env: { ...process.env, ...sandboxCredentials },
  });

  expect(report).toMatch(/^\d+ rules held, none is broken, 1 is not checkable\.$/m);
});

test('the example in the README of @escrow-kit/contract-tests checks two rules', async () => {
  const example = readmeExample(project, '@escrow-kit/contract-tests', 'ts');

  const output = await project.runScript('contract-tests-example.ts', example);

  expect(output).toBe('PARTY-3 held, HOOK-2 held\n');
});

test('the example in the README of @escrow-kit/client runs against the published sandbox', async ({
  onTestFinished,
}) => {
  const sandbox = await startInstalledCommand(project, '@escrow-kit/sandbox');
  onTestFinished(sandbox.stop);
  const example = readmeExample(project, '@escrow-kit/client', 'ts');
  expect(example).toContain(addressInReadme);

  await project.runScript('client-example.ts', example.replaceAll(addressInReadme, sandbox.url));
});

test('the example in the README of @escrow-kit/client has no type errors with the published types', async () => {
  project.write('client-types.ts', readmeExample(project, '@escrow-kit/client', 'ts'));
  const options = '--noEmit --strict --exactOptionalPropertyTypes --module nodenext --target es2023 --lib es2023,dom';

  const errors = await runCommand('tsc', [...options.split(' '), 'client-types.ts'], { cwd: project.folder });

  expect(errors).toBe('');
});

/** The peer dependencies of the entry points, optional or not. */
function peers(): string[] {
  const ranges = Object.values(packed).map(({ manifest }) => manifest.peerDependencies ?? {});
  return Object.entries(Object.assign({}, ...ranges)).map(([name, range]) => `${name}@${range}`);
}
