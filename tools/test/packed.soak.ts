import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { findPublishablePackages } from '../src/release/publishable-packages.ts';
import { type PackedPackage, type PackedProject, packedProject } from './support/packed-project.ts';
import { runCommand, tryCommand } from './support/run-command.ts';

// The packages as npm installs them from the tarballs that `pnpm pack:all` writes.

const packages = await findPublishablePackages();
let project: PackedProject;

beforeAll(async () => {
  project = await packedProject();
});

/** Node 22.13, a dependency of this workspace; empty if npm has none for this platform. */
const oldestNode = findOldestNode();

function findOldestNode(): string {
  try {
    return join(
      dirname(createRequire(import.meta.url).resolve(`node-${process.platform}-${process.arch}/package.json`)),
      'bin/node',
    );
  } catch {
    return '';
  }
}

/** Resolutions that the packages do not support: `require` of types, and TypeScript's old resolution. */
const unsupportedResolutions = ['node10', 'node16-cjs'];

test.for(packages)('publint and attw find nothing in $name', async ({ name }) => {
  const content = new Uint8Array(readFileSync(packageOf(name).tarball));

  const { messages } = await publint({ pack: { tarball: content.buffer }, strict: true });
  const types = await checkPackage(createPackageFromTarballData(content));

  const problems = (types.types ? types.problems : [{ kind: 'NoTypes' }]).filter(
    (problem) => !('resolutionKind' in problem && unsupportedResolutions.includes(String(problem.resolutionKind))),
  );
  expect([...messages, ...problems]).toEqual([]);
});

/** Sources, and code of the sandbox that breaks its rules on purpose. */
const unpublished = /^(src|test|bench|generate|scripts)\/|(?<!\.d)\.ts$|tsconfig|testing/;

/** The package of a module, in the comment that the bundler writes in front of it. */
const bundledPackage = /^\/\/#region .*node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm;

test.for(packages)(
  '$name has a README, its licences, no sources, and the tested versions of our packages',
  ({ name }) => {
    const { folder, files, manifest } = packageOf(name);
    const read = (ending: string) =>
      files.flatMap((file) => (file.endsWith(ending) ? readFileSync(join(folder, file), 'utf8') : [])).join('\n');

    const ours = Object.entries(manifest.dependencies ?? {}).filter(([dependency]) =>
      dependency.startsWith('@escrow-kit/'),
    );
    const bundled = new Set(Array.from(read('.js').matchAll(bundledPackage), ([, module]) => module));
    const licences = read('licenses.txt');

    expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE']));
    expect(files.filter((file) => unpublished.test(file))).toEqual([]);
    expect(ours).toEqual(ours.map(([dependency]) => [dependency, packageOf(dependency).manifest.version]));
    expect(bundled.has('commander')).toBe(['@escrow-kit/client', '@escrow-kit/webhooks'].includes(name));
    expect([...bundled].filter((module) => !licences.includes(`Name: ${module}\n`))).toEqual([]);
  },
);

test.for(packages)('every link of the pages of $name leads somewhere', ({ name }) => {
  const { folder, files } = packageOf(name);
  const pages = files.filter((file) => /^[\w-]+\.md$/.test(file) && file !== 'CHANGELOG.md');
  const text = pages.map((page) => readFileSync(join(folder, page), 'utf8')).join('\n');
  const links = [...text.replaceAll(/^```.*?^```$/gms, '').matchAll(/\]\(([^)#\s]+)/g)].map(([, link = '']) => link);

  const dead = links.filter((link) => !/^https?:/.test(link) && !(/^file:/.test(link) && existsSync(new URL(link))));

  expect(dead).toEqual([]);
});

test('the packages that install @scarf/scarf switch its reports to its maker off', async () => {
  const { dependencies } = JSON.parse(await run('npm', ['ls', '--all', '--json', '@scarf/scarf']));

  const reported = Object.keys(dependencies).map(packageOf);
  expect(reported).not.toEqual([]);
  expect(reported.filter(({ manifest }) => manifest.scarfSettings?.enabled !== false)).toEqual([]);
});

test('production needs client, webhooks and checkout alone, and every entry point can be imported', async () => {
  const { dependencies } = JSON.parse(readFileSync(join(project.folder, 'package.json'), 'utf8'));
  // Patterns are for files that are not modules.
  const paths = project.packages.flatMap(({ name, manifest }) =>
    Object.keys(manifest.exports).flatMap((path) => (path.includes('*') ? [] : join(name, path))),
  );
  const imports = paths.map((path) => `await import('${path}'${path.endsWith('.json') ? json : ''});`);

  const output = await run(process.execPath, [project.write('import-all.js', imports.join('\n'))]);

  expect(Object.keys(dependencies)).toEqual(['@escrow-kit/checkout', '@escrow-kit/client', '@escrow-kit/webhooks']);
  expect(output).toBe('');
});

const json = ", { with: { type: 'json' } }";

test('a stack trace of a packed package names the sources', async () => {
  const program =
    "import { verify } from '@escrow-kit/webhooks';\ntry { verify('', '', ''); } catch (e) { console.log(e.stack); }";

  const output = await run(process.execPath, ['--enable-source-maps', project.write('stack-trace.js', program)]);

  expect(output).toMatch(/^ +at .*\/src\/signature\/verify\.ts:\d+:\d+/m);
});

const runtimes = [
  ...(oldestNode ? [[oldestNode]] : []),
  [process.execPath],
  ['node_modules/.bin/bun', 'run'],
  ['node_modules/.bin/deno', 'run', '--allow-all'],
];

test.each(['client', 'core', 'web', 'node'])('the packages run on every runtime: %s', async (program) => {
  const text = `import { run } from './${program}.js';\nawait run();\nconsole.log('done');\n`;
  const file = project.write(`run-${program}.js`, text);

  for (const [command = '', ...args] of runtimes) {
    expect(await run(command, [...args, file]), command).toContain('done');
  }
});

/** Prints the outcome of a write where nobody listens, and of one that is carried out on a reused connection, which then closes. */
const writes = `
import { createEscrowClient } from '@escrow-kit/client';
const clientOf = (baseUrl) => createEscrowClient({ baseUrl, tokens: { organization: 'o', clientAdmin: 'c' }, checks: 'none' });
const print = (error) => console.log(error.code, error.outcome);
await clientOf('http://127.0.0.1:2').contracts.create({}).catch(print);
const escrow = clientOf(process.argv[2]);
for (let call = 0; call < 2; call++) await escrow.customers.register({});
await escrow.contracts.create({}).catch(print);
`;

/** A service that registers users. It carries a contract out, closes all its connections, and listens again. */
async function startClosingService(): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      requests.push(`${request.method} ${request.url}`);
      if (!request.url?.includes('contract')) return response.end('{"serviceUserId":1,"userIdentification":2}');
      return closeConnections().then(() => server.listen(port, '127.0.0.1'));
    });
  });
  const closeConnections = async () => {
    const closed = once(server, 'close');
    server.close().closeAllConnections();
    await closed;
  };
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  onTestFinished(closeConnections);
  return { url: `http://127.0.0.1:${port}`, requests };
}

test('on every runtime, a refused write is not sent, and one that was carried out without an answer is not sent again', async () => {
  const file = project.write('writes.js', writes);

  for (const [command = '', ...args] of runtimes) {
    const { url, requests } = await startClosingService();

    expect(await run(command, [...args, file, url]), command).toBe('connection not-sent\nconnection unknown\n');
    expect(
      requests.filter((request) => request.includes('contract')),
      command,
    ).toHaveLength(1);
  }
});

test.each([
  ['client', []],
  ['web', []],
  ['core', ['nodejs_compat']],
])('the packages run on workerd: %s with the flags %j', async (program, flags) => {
  const main = `test-${program}.js`;
  project.write(main, `import { run } from './${program}.js';\nexport default { test: run };\n`);
  const configuration = project.write(`${program}.capnp`, workerdConfiguration(main, flags));

  const output = await run('node_modules/.bin/workerd', ['test', configuration]);

  expect(output).toMatch(/\[ PASS \]/);
});

const neededNode =
  /This is Node 22\.13\.\d+\. Install Node 24\.18 or later from https:\/\/nodejs\.org, or run npm install node@24\.$/;

/** Arguments that are complete, for the command that needs some. */
const completeArguments: Record<string, string> = {
  'contract-tests':
    'verify --url http://127.0.0.1:9 --client-id a --client-secret b --organization-token c --client-admin-token d',
};

const commands = packages.flatMap(({ name, manifest }) =>
  Object.keys(manifest.bin ?? {}).map((command) => ({ name, command, engine: manifest.engines?.node })),
);

test.runIf(oldestNode).for(commands)(
  '$command on Node 22.13 prints its version, and says in one line if it needs a later Node',
  async ({ name, command, engine }) => {
    const { folder, manifest } = packageOf(name);
    const file = join(folder, manifest.bin?.[command] ?? '');
    const args = completeArguments[command]?.split(' ') ?? [];

    const version = await run(oldestNode, [file, '--version']);
    const started = engine === '>=22.13' ? undefined : await tryCommand(oldestNode, [file, ...args], { cwd: folder });

    expect(version).toBe(`${manifest.version}\n`);
    if (!started) return;
    expect(started.exitCode).toBeGreaterThan(0);
    expect(started.output.trimEnd().split('\n')).toEqual([expect.stringMatching(neededNode)]);
    expect(started.output).toContain(`${command}: `);
  },
);

const callsOnOldNode = `
import { startPrismMock } from '@escrow-kit/prism-mock';
import { verifyDeployment } from '@escrow-kit/contract-tests';
import { loadPaymentDisplay } from '@escrow-kit/checkout';
import { ControlError, createControl, SandboxStartError, startSandbox } from '@escrow-kit/sandbox';
const url = 'http://127.0.0.1:9';
const print = (error) => console.log(error.message);
await startPrismMock({ port: 0 }).catch(print);
await verifyDeployment({ hosts: { contract: url }, credentials: {} }).catch(print);
await startSandbox().catch((error) => console.log(error instanceof SandboxStartError, error.message));
await createControl(url).clock().catch((error) => console.log(error instanceof ControlError));
await loadPaymentDisplay(url).catch((error) => console.log(error.code));
const { createRequire } = await import('node:module');
console.log(typeof createRequire(import.meta.url)('@escrow-kit/client').createEscrowClient);
`;

test.runIf(oldestNode)(
  'on Node 22.13 errors say which Node they need; control and checkout work, and the client can be required',
  async () => {
    const output = await run(oldestNode, ['--no-warnings', project.write('calls.js', callsOnOldNode)]);

    const lines = output.trimEnd().split('\n');
    const needed = Array(3).fill(expect.stringMatching(neededNode));
    expect(lines).toEqual([...needed, 'true', 'no_browser', 'function']);
    expect(lines[2]).toMatch(/^true /);
  },
);

function packageOf(name: string): PackedPackage {
  return project.packages.find((each) => each.name === name) as PackedPackage;
}

/** Runs a command in the project and returns its output. */
function run(command: string, args: string[]): Promise<string> {
  return runCommand(command, args, { cwd: project.folder });
}

/** The configuration of a worker with the programs and packages of the project; each file is a module. */
function workerdConfiguration(main: string, flags: string[]): string {
  const scripts = (path: string): string[] => readdirSync(path).filter((file) => file.endsWith('.js'));
  const [client, webhooks] = ['@escrow-kit/client', '@escrow-kit/webhooks'];
  const modules = [
    [main, `embed "${main}"`],
    ...['client', 'core', 'web'].map((program) => [`${program}.js`, `embed "${program}.js"`]),
    ...[client, webhooks].flatMap((name) =>
      scripts(join(project.folder, 'node_modules', name, 'dist')).map((file) => [
        `${name}/${file}`,
        `embed "node_modules/${name}/dist/${file}"`,
      ]),
    ),
    // workerd resolves an entry point to the module of that name; it does not read package.json.
    [client, `"export * from './client/index.js';"`],
    [`${client}/memory`, `"export * from './memory.js';"`],
    [`${client}/openapi-fetch`, 'embed "node_modules/openapi-fetch/dist/index.mjs"'],
    [webhooks, `"export * from './webhooks/index.js';"`],
    ...['web', 'fetch', 'memory'].map((entry) => [`${webhooks}/${entry}`, `"export * from './${entry}.js';"`]),
  ].map(([name, text]) => `(name = "${name}", esModule = ${text})`);
  const worker = `(compatibilityDate = "2026-11-01", compatibilityFlags = ${JSON.stringify(flags)}, modules = [${modules}])`;
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = ${worker})]);
`;
}
