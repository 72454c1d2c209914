import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { oldestNode } from '@escrow-kit/oldest-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPublishablePackages, type PublishablePackage } from '../src/publishable-packages.ts';
import { repositoryFolder } from '../src/repository.ts';
import { findPackagingProblems } from './find-packaging-problems.ts';
import type { PackedPackage } from './packed-package.ts';
import { createPackedProject, installedFolder } from './packed-project.ts';
import { createProjectWithUndici7 } from './project-with-undici.ts';
import { runCommand, tryCommand } from './run-command.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const packages = await findPublishablePackages();
const { folder, remove } = createTemporaryFolder();
let packed: Record<string, PackedPackage>;

beforeAll(async () => {
  packed = await createPackedProject(folder);
});

afterAll(remove);

test('a release packs every package that is not private', () => {
  expect(Object.keys(packed).sort()).toEqual(packages.map(({ name }) => name).sort());
});

test.for(packages)('publint and attw find nothing in $name', async ({ name }) => {
  expect(await findPackagingProblems(tarballOf(name).tarball)).toEqual([]);
});

test.for(packages)(
  '$name is published with the settings for install reports in its package.json',
  ({ name, manifest }) => {
    expect(JSON.parse(tarballOf(name).manifestText).scarfSettings).toEqual(manifest.scarfSettings);
  },
);

test.for(packages)('$name has a README, a licence and no sources', ({ name }) => {
  const { files } = tarballOf(name);

  expect(files).toEqual(expect.arrayContaining(['package.json', 'README.md', 'LICENSE']));
  expect(files.filter((file) => /^(src|test|bench|generate|scripts)\/|(?<!\.d)\.ts$|tsconfig/.test(file))).toEqual([]);
});

test.for(packages)(
  '$name has the dependencies of the workspace, as ranges that a registry understands',
  ({ name, manifest }) => {
    const { manifest: published, manifestText } = tarballOf(name);

    expect(manifestText).not.toMatch(/"(workspace|catalog):/);
    expect(published.dependencies).toEqual(asPublished(manifest.dependencies));
  },
);

test('a stack trace of a packed package names the sources', async () => {
  const program = [
    "import { verify } from '@escrow-kit/webhooks';",
    "try { verify('', '', ''); } catch (e) { console.log(e.stack); }",
  ];

  const output = await run(process.execPath, ['--enable-source-maps', write('stack-trace.js', program)]);

  expect(output).toMatch(/^ +at .*\/src\/signature\/verification\.ts:\d+:\d+/m);
});

/** The maximum number of names that the root of a package exports, including types. */
const rootNames = { '@escrow-kit/client': 60, '@escrow-kit/webhooks': 35 };

test.for(Object.entries(rootNames))('the root of %s exports at most %i names', ([name, most]) => {
  const declarations = readFileSync(join(installedFolder(folder, name), 'dist/index.d.ts'), 'utf8');
  const [, exported = ''] = /^export \{ (.*) \};$/m.exec(declarations) ?? [];
  const names = exported.split(', ');

  expect(names.length).toBeGreaterThan(1);
  expect(names.length).toBeLessThanOrEqual(most);
});

test('the published sandbox has no code that breaks its rules on purpose', async () => {
  const { manifest, files } = tarballOf('@escrow-kit/sandbox');
  const file = write('testing.js', ["await import('@escrow-kit/sandbox/testing');"]);

  expect(Object.keys(manifest.exports)).not.toContain('./testing');
  expect(files.filter((name) => name.includes('testing'))).toEqual([]);
  await expect(run(process.execPath, [file])).rejects.toThrow('ERR_PACKAGE_PATH_NOT_EXPORTED');
});

test('the pacts are in the package of the contract tests', () => {
  const { files } = tarballOf('@escrow-kit/contract-tests');

  expect(files.filter((file) => file.startsWith('pacts/')).sort()).toEqual([
    'pacts/escrow-kit-client-escrow-contract-service.json',
    'pacts/escrow-kit-webhooks-escrow-contract-service.json',
  ]);
});

/** Skipped if npm has no Node 20 for this platform. */
test.for(oldestNode ? [oldestNode] : [])('the packed packages run on $name', async ({ command, args }) => {
  const programs = ['client', 'core', 'web', 'node-server', 'spec'];
  const lines = programs.map((program) => `await (await import('./${program}.js')).run();\nconsole.log('${program}');`);

  const output = await run(command, [...args, write('run-all.js', lines)]);

  expect(output.trim().split('\n')).toEqual(programs);
});

const commonJs = [
  "import { createEscrowClient, isEscrowError, type Party } from '@escrow-kit/client';",
  "import { createMemoryJournal } from '@escrow-kit/client/memory';",
  "const seller: Party = { role: 'PROVIDER', phoneNumber: '+966500000001', amount: 1 };",
  "const escrow = createEscrowClient({ baseUrl: 'http://service.example' });",
  "escrow.users.get('usr_1').catch((error: unknown) => console.log(isEscrowError(error, 'configuration'), seller.role));",
  'createMemoryJournal();',
];
const nodes = [{ name: 'this Node', command: process.execPath, args: [] }, ...(oldestNode ? [oldestNode] : [])];

test("the packed client runs with undici 8's fetch, and with undici 7 also on the oldest Node", async () => {
  const program = ["await (await import('./undici.js')).run();", "console.log('done');"];
  const file = write('run-undici.js', program);
  const project = createProjectWithUndici7(folder);
  const fileWithUndici7 = write(join('with-undici-7', 'run-undici.js'), program);
  const { version } = createRequire(join(project, 'run-undici.js'))('undici/package.json');

  const outputs = [await run(process.execPath, [file])];
  for (const { command, args } of nodes) outputs.push(await run(command, [...args, fileWithUndici7]));

  expect(version).toMatch(/^7\./);
  expect(outputs.map((output) => output.trim())).toEqual(outputs.map(() => 'done'));
});

test.for(nodes)('TypeScript compiles a CommonJS program with the packed client, and it runs on $name', async (node) => {
  const file = write('common-js.cts', commonJs);
  const compiler = fileURLToPath(import.meta.resolve('typescript/package.json'));
  const options = ['--module', 'nodenext', '--strict', '--skipLibCheck', '--types', '', '--lib', 'es2023,dom'];

  await run(process.execPath, [join(dirname(compiler), 'bin/tsc'), ...options, file]);
  const output = await run(node.command, [...node.args, 'common-js.cjs']);

  expect(readFileSync(join(folder, 'common-js.cjs'), 'utf8')).toContain('require("@escrow-kit/client")');
  expect(output.trim()).toBe('true PROVIDER');
});

test('every entry point of the packed packages can be imported', async () => {
  const entryPoints = Object.values(packed).flatMap(({ manifest: { name, exports } }) =>
    Object.keys(exports).map((path) => join(name, path)),
  );
  // Patterns are for files that are not modules.
  const lines = entryPoints.filter((path) => !path.includes('*')).map(importOf);

  await expect(run(process.execPath, [write('import-all.js', lines)])).resolves.toBe('');
});

const commands = packages.flatMap(({ name, manifest }) =>
  Object.keys(manifest.bin ?? {}).map((command) => ({ name, command })),
);
const commandsOnNodes = nodes.flatMap((node) => commands.map((command) => ({ ...command, node, nodeName: node.name })));

test.for(commandsOnNodes)('$command answers --help and --version on $nodeName', async ({ name, command, node }) => {
  const help = await run(node.command, [...node.args, fileOf(name, command), '--help']);
  const version = await run(node.command, [...node.args, fileOf(name, command), '--version']);

  expect(help).toContain(command);
  expect(version).toBe(`${tarballOf(name).manifest.version}\n`);
});

/** Valid arguments, for commands that need some. */
const validArguments: Record<string, string[]> = {
  'contract-tests': [
    ...['verify', '--url', 'http://127.0.0.1:9', '--client-id', 'client-1', '--client-secret', 'secret'],
    ...['--organization-token', 'token', '--client-admin-token', 'token'],
  ],
  'contract-tests-pact': ['write', '--output', 'written-pacts'],
};
const neededNode =
  /This is Node 20\.\d+\.\d+, and Node 24\.18 or later is needed: get it at https:\/\/nodejs\.org, or by npm install node@24\.$/;

test.for(oldestNode ? commands : [])('$command on Node 20 says in one line which Node it needs', async (tried) => {
  const { name, command } = tried;
  const { command: node20 = '' } = oldestNode ?? {};

  const { exitCode, output } = await tryCommand(node20, [fileOf(name, command), ...(validArguments[command] ?? [])], {
    cwd: folder,
  });

  expect(exitCode).toBeGreaterThan(0);
  expect(output.trimEnd()).toMatch(neededNode);
  expect(output.trimEnd().split('\n')).toEqual([expect.stringContaining(`${command}: `)]);
});

const controlAndStart = [
  "import { ControlError, createControl, SandboxStartError, startSandbox } from '@escrow-kit/sandbox';",
  "await createControl('http://127.0.0.1:9').clock().catch((error) => console.log(error instanceof ControlError));",
  'await startSandbox().catch((error) => console.log(error instanceof SandboxStartError, error.message));',
];

test.for(oldestNode ? [oldestNode] : [])(
  'on $name a remote sandbox can be controlled, and starting one says which Node it needs',
  async ({ command, args }) => {
    const output = await run(command, [...args, write('control-and-start.js', controlAndStart)]);

    const [control, start] = output.trimEnd().split('\n');
    expect(control).toBe('true');
    expect(start).toMatch(new RegExp(`^true ${neededNode.source}`));
  },
);

test.for(oldestNode ? [oldestNode] : [])(
  'the examples of the guide for a shop on Node 20 run on $name, and leave no sandbox behind',
  async ({ command, args }) => {
    const page = readFileSync(join(repositoryFolder, 'docs/guide/node-20.md'), 'utf8');
    const [starter = '', example = ''] = [...page.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code);
    const commands = join(folder, 'sandbox/node_modules/.bin');
    mkdirSync(commands, { recursive: true });
    symlinkSync(process.execPath, join(commands, 'node'));
    symlinkSync(fileOf('@escrow-kit/sandbox', 'escrow-sandbox'), join(commands, 'escrow-sandbox'));
    write('start-sandbox.js', [starter]);
    const file = write('guide.js', [example, "await fetch(url).catch(() => console.log('gone'));"]);

    expect(await run(command, [...args, file])).toBe('GRANTED\ngone\n');
  },
);

const startersOnOldNode = [
  "import { startPrismMock } from '@escrow-kit/prism-mock';",
  "import { verifyDeployment, verifyWithPact } from '@escrow-kit/contract-tests';",
  "import { loadPaymentDisplay } from '@escrow-kit/checkout';",
  "const url = 'http://127.0.0.1:9';",
  'const print = (error) => console.log(error.message);',
  'await startPrismMock({ port: 0 }).catch(print);',
  'await verifyDeployment({ hosts: { contract: url }, credentials: {} }).catch(print);',
  'await verifyWithPact({ providerUrl: url, statesUrl: url }).catch(print);',
  'await loadPaymentDisplay(url).catch((error) => console.log(error.code));',
];

test.for(oldestNode ? [oldestNode] : [])(
  'on $name the errors of mock and contract tests say which Node they need, and the checkout can be imported',
  async ({ command, args }) => {
    const output = await run(command, [...args, write('starters.js', startersOnOldNode)]);

    const lines = output.trimEnd().split('\n');
    expect(lines).toEqual([...Array(3).fill(expect.stringMatching(neededNode)), 'no_browser']);
  },
);

/** The file of a command of an installed package. */
function fileOf(name: string, command: string): string {
  return join(folder, 'node_modules', name, tarballOf(name).manifest.bin?.[command] ?? '');
}

function tarballOf(name: string): PackedPackage {
  const found = packed[name];
  if (!found) throw new Error(`${name} was not packed.`);
  return found;
}

/** The published ranges: a dependency on a package of the workspace has exactly the tested version. */
function asPublished(dependencies: PublishablePackage['manifest']['dependencies']): typeof dependencies {
  if (!dependencies) return undefined;
  const published = Object.entries(dependencies).map(([name, range]) => [
    name,
    range === 'workspace:*' ? tarballOf(name).manifest.version : range,
  ]);
  return Object.fromEntries(published);
}

function importOf(path: string): string {
  return `await import('${path}'${path.endsWith('.json') ? ", { with: { type: 'json' } }" : ''});`;
}

/** Writes a program into the project, and returns its name. */
function write(file: string, lines: string[]): string {
  writeFileSync(join(folder, file), lines.join('\n'));
  return file;
}

/** Runs a command in the project, and returns its output. */
function run(command: string, args: string[]): Promise<string> {
  return runCommand(command, args, { cwd: folder });
}
