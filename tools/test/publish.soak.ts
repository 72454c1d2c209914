import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { runServer } from 'verdaccio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { findPublishablePackages, repositoryFolder } from '../src/release/publishable-packages.ts';
import { outsideEnvironment, runCommand, tryCommand } from './support/run-command.ts';

// The release workflow, with a registry on this machine: its steps pack, publish, and describe what was published.

const folder = temporaryFolder(afterAll);
const clone = join(folder, 'clone');
const project = join(folder, 'project');
const packages = await findPublishablePackages();
const readManifest = (path: string) => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));

beforeAll(async () => {
  const registry = await startRegistry();
  const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  await publishTo(url);
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}');
  // Everything but our scope comes from this machine's usual registry.
  writeFileSync(join(project, '.npmrc'), `@escrow-kit:registry=${url}\n`);
  const names = packages.map(({ name }) => name);
  const env = {
    ...outsideEnvironment(),
    npm_config_cache: join(folder, 'npm-cache'),
    npm_config_ignore_scripts: 'true',
  };
  await runCommand('npm', ['install', '--no-audit', '--no-fund', ...names], { cwd: project, env });
});

test('the published packages install from the registry, and run the example of the client against the sandbox', async () => {
  const readme = readFileSync(join(project, 'node_modules/@escrow-kit/client/README.md'), 'utf8');
  const [, example = ''] = /```ts\n(.*?)```/s.exec(readme) ?? [];
  const program = `
    import { startSandbox } from '@escrow-kit/sandbox';
    const sandbox = await startSandbox({ port: 4020 });
    const page = await (await fetch(sandbox.url)).text();
    const files = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => sandbox.url + path);
    for (const file of files) console.log(file.split('.').at(-1), (await fetch(file)).status);
    await import('./example.ts');
    await sandbox.close();`;
  writeFileSync(join(project, 'example.ts'), example);
  writeFileSync(join(project, 'program.js'), program);

  const output = await runCommand(process.execPath, ['program.js'], { cwd: project });

  const versions = packages.map(({ name }) => readManifest(join(project, 'node_modules', name)).version);
  expect(versions).toEqual(packages.map(({ manifest }) => manifest.version));
  expect(output).toMatch(/^(?:(?:css|js|svg) 200\n){3}registered as /);
});

test('each published package names its repository, and the links of its README are absolute', async () => {
  const program = join(repositoryFolder, 'tools/src/release/add-repository.ts');
  const address = { GITHUB_SERVER_URL: 'https://git.example', GITHUB_REPOSITORY: 'kit/kit' };
  const inClone = (env: NodeJS.ProcessEnv) => tryCommand(process.execPath, [program, clone], { cwd: clone, env });

  const refused = await inClone({});
  const done = await inClone(address);

  expect(refused).toMatchObject({ exitCode: 1, output: expect.stringContaining('Set GITHUB_SERVER_URL') });
  expect(done).toMatchObject({ exitCode: 0 });
  expect(readManifest(join(clone, 'packages/client'))).toMatchObject({
    repository: { type: 'git', url: 'git+https://git.example/kit/kit.git', directory: 'packages/client' },
    homepage: 'https://git.example/kit/kit/tree/main/packages/client#readme',
    bugs: 'https://git.example/kit/kit/issues',
  });
  const readme = readFileSync(join(clone, 'packages/client/README.md'), 'utf8');
  const links = [...readme.replaceAll(/^```.*?^```$/gms, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link);
  expect(links).toContainEqual(expect.stringMatching(/^https:\/\/git\.example\/kit\/kit\/blob\/HEAD\/docs\/guide\/./));
  expect(links.filter((link) => !/^(https?:|#)/.test(link ?? ''))).toEqual([]);
});

/** A stand-in for GitHub's command. */
const gh = '#!/bin/sh\necho "$@" >> uploads.txt\n';

test('the release of each published package on GitHub gets its bill of materials, without devDependencies', async () => {
  const commands = join(folder, 'commands');
  mkdirSync(commands);
  writeFileSync(join(commands, 'gh'), gh, { mode: 0o755 });
  const { jobs } = parse(readFileSync(join(repositoryFolder, '.github/workflows/release.yml'), 'utf8'));
  const { run } = jobs['bill-of-materials'].steps.at(-1);
  const env = {
    ...process.env,
    PATH: commands + delimiter + process.env['PATH'],
    RUNNER_TEMP: folder,
    PUBLISHED: '[{"name":"@escrow-kit/client","version":"1.2.3"},{"name":"@escrow-kit/spec","version":"2.0.0"}]',
  };

  await runCommand('bash', ['-e', '-c', run], { cwd: clone, env });

  const file = (name: string) => join(folder, `escrow-kit-${name}.cdx.json`);
  const { bomFormat, components } = JSON.parse(readFileSync(file('client'), 'utf8'));
  expect(readFileSync(join(clone, 'uploads.txt'), 'utf8').split('\n')).toEqual([
    `release upload --clobber @escrow-kit/client@1.2.3 ${file('client')}`,
    `release upload --clobber @escrow-kit/spec@2.0.0 ${file('spec')}`,
    '',
  ]);
  expect(bomFormat).toBe('CycloneDX');
  expect(components.map(({ name }: { name: string }) => name)).toEqual(['openapi-fetch', 'openapi-typescript-helpers']);
});

/** Starts a registry that has only what is published to it, and lets everyone publish. It ends with the tests. */
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
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
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
  expect(readdirSync(packs)).not.toEqual([]);
  // The publishing job has the root's tools only, without scripts (.github/actions/prepare).
  await runCommand('git', ['clone', '--quiet', repositoryFolder, clone], { cwd: folder });
  await runCommand('pnpm', ['install', '--frozen-lockfile', '--ignore-scripts', '--filter', '.'], { cwd: clone });
  const publish = ['node_modules/@changesets/cli/bin.js', 'publish', '--from-pack-dir', packs, '--no-git-tag'];
  await runCommand('node', publish, { cwd: clone, env });
}
