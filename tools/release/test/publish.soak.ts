import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onExit } from '@escrow-kit/suite/on-exit';
import { runServer } from 'verdaccio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPublishablePackages } from '../src/publishable-packages.ts';
import { repositoryFolder } from '../src/repository.ts';
import { outsideEnvironment } from './outside-environment.ts';
import { runCommand } from './run-command.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const folder = createTemporaryFolder(afterAll);
const project = join(folder, 'project');
const projectEnvironment = { ...outsideEnvironment(), npm_config_cache: join(folder, 'npm-cache') };
const inProject = (command: string, ...args: string[]): Promise<string> =>
  runCommand(command, args, { cwd: project, env: projectEnvironment });
let registry: Server;
let sandbox: { url: string; stop(): Promise<unknown> };

beforeAll(async () => {
  registry = await startRegistry();
  const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  await publishTo(url);
  await installFrom(url);
  sandbox = await startSandbox();
});

afterAll(async () => {
  await sandbox?.stop();
  registry?.closeAllConnections();
  registry?.close();
});

test.for([
  ['@escrow-kit/spec', 'js', /^isSender: /],
  ['@escrow-kit/prism-mock', 'ts', /^200 /],
  ['@escrow-kit/sandbox', 'ts', /^COMPLETED\n$/],
  ['@escrow-kit/contract-tests', 'ts', /^PARTY-3 held, HOOK-2 held\n$/],
  ['@escrow-kit/client', 'ts', /^registered as /],
] as const)('the example in the README of %s runs with the published packages', async ([name, language, output]) => {
  writeFileSync(join(project, `example.${language}`), exampleOf(name, language));

  expect(await inProject('node', `example.${language}`)).toMatch(output);
});

test('the example in the README of @escrow-kit/client has no type errors with the published types', async () => {
  writeFileSync(join(project, 'client-types.ts'), exampleOf('@escrow-kit/client', 'ts'));
  const options = '--noEmit --strict --exactOptionalPropertyTypes --module nodenext --target es2023 --lib es2023,dom';

  expect(await inProject('tsc', ...options.split(' '), 'client-types.ts')).toBe('');
});

test('the installed sandbox starts with npx and shows its dashboard', async () => {
  const page = await (await fetch(sandbox.url)).text();
  const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
  const files = await Promise.all(addresses.map((address) => fetch(sandbox.url + address)));

  expect(addresses.map((address) => address.split('.').at(-1)).sort()).toEqual(['css', 'js', 'svg']);
  expect(files.map(({ status }) => status)).toEqual([200, 200, 200]);
});

/** Starts a registry that has only what is published to it, and lets everyone publish. */
async function startRegistry(): Promise<Server> {
  const server: Server = await runServer({
    // Relative paths are relative to the configuration file.
    configPath: join(folder, 'config.yaml'),
    storage: join(folder, 'storage'),
    auth: { htpasswd: { file: join(folder, 'htpasswd') } },
    uplinks: {},
    packages: { '**': { access: ['$all'], publish: ['$all'] } },
    web: { enable: false },
    log: { type: 'stdout', format: 'pretty', level: 'error' },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Packs and publishes the workspace with the commands of the release workflow. */
async function publishTo(url: string): Promise<void> {
  const packs = join(folder, 'packs');
  const credentials = join(folder, 'npmrc');
  // The registry accepts any token, but pnpm does not publish without one.
  writeFileSync(credentials, `${url.replace('http:', '')}:_authToken=anyone\n`);
  const target = { pnpm_config_registry: url, pnpm_config_npmrc_auth_file: credentials };
  // Provenance works only in CI.
  const env = { ...process.env, ...target, pnpm_config_provenance: 'false' };
  await runCommand('changeset', ['pack', '--out-dir', packs], { cwd: repositoryFolder, env });
  // The publishing job has the root's tools only, without scripts (.github/actions/prepare).
  const clone = join(folder, 'clone');
  await runCommand('git', ['clone', '--quiet', repositoryFolder, clone], { cwd: folder });
  const install = ['install', '--frozen-lockfile', '--ignore-scripts', '--filter', '.'];
  await runCommand('pnpm', install, { cwd: clone, env: outsideEnvironment() });
  const publish = ['node_modules/@changesets/cli/bin.js', 'publish', '--from-pack-dir', packs, '--no-git-tag'];
  await runCommand('node', publish, { cwd: clone, env });
}

/** Installs our packages and their peers with npm. Everything but our scope comes from this machine's usual registry. */
async function installFrom(url: string): Promise<void> {
  const packages = await findPublishablePackages();
  const peers = Object.entries(Object.assign({}, ...packages.map(({ manifest }) => manifest.peerDependencies)));
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}');
  writeFileSync(join(project, '.npmrc'), `@escrow-kit:registry=${url}\n`);
  const names = [...packages.map(({ name }) => name), ...peers.map(([name, range]) => `${name}@${range}`)];
  await inProject('npm', 'install', '--no-audit', '--no-fund', ...names);
}

async function startSandbox(): Promise<typeof sandbox> {
  const child = spawn('npx', ['--no-install', '@escrow-kit/sandbox', '--port', '0'], {
    cwd: project,
    env: projectEnvironment,
    stdio: ['ignore', 'pipe', 'inherit'],
    // npx does not forward signals, so `stop` signals the whole process group.
    detached: true,
  });
  const ended = once(child, 'exit');
  const stop = () => process.kill(-(child.pid as number)) && ended;
  onExit(() => child.exitCode === null && child.signalCode === null && process.kill(-(child.pid as number)));
  for await (const line of createInterface(child.stdout)) {
    const url = /http:\/\/[\w.:]+/.exec(line)?.[0];
    if (url) return { url, stop };
  }
  throw new Error('The installed sandbox ended without printing its address.');
}

/** Reads the first code block in a language from an installed README, with the address of our sandbox. */
function exampleOf(name: string, language: string): string {
  const readme = readFileSync(join(project, 'node_modules', name, 'README.md'), 'utf8');
  const [, code = ''] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(readme) ?? [];
  return code.replaceAll('http://127.0.0.1:4020', sandbox.url);
}
