import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { oldestNode } from '@escrow-kit/suite/oldest-node';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPublishablePackages } from '../src/publishable-packages.ts';
import { repositoryFolder } from '../src/repository.ts';
import { createPackedProject, type PackedPackage } from './packed-project.ts';
import { runCommand, tryCommand } from './run-command.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const packages = await findPublishablePackages();
const folder = createTemporaryFolder(afterAll);
let packed: Record<string, PackedPackage>;

beforeAll(async () => {
  packed = await createPackedProject(folder);
});

/** Node 22.13; none if npm has none for this platform. */
const oldest = oldestNode ? [oldestNode] : [];
const commands = packages.flatMap(({ name, manifest }) =>
  Object.keys(manifest.bin ?? {}).map((command) => ({ name, command })),
);
const neededNode =
  /This is Node 22\.13\.\d+, and Node 24\.18 or later is needed: get it at https:\/\/nodejs\.org, or by npm install node@24\.$/;

/** Resolutions that the packages do not support: `require` of types, and TypeScript's old resolution. */
const unsupportedResolutions = ['node10', 'node16-cjs'];

test.for(packages)('publint and attw find nothing in $name', async ({ name }) => {
  const content = new Uint8Array(readFileSync(packageOf(name).tarball));

  const { messages } = await publint({ pack: { tarball: content.buffer }, strict: true });
  const types = await checkPackage(createPackageFromTarballData(content));

  const isCommandAlone = Object.keys(packageOf(name).manifest.exports).every((path) => path === './package.json');
  const withoutTypes = isCommandAlone ? [] : [{ kind: 'NoTypes' }];
  const problems = types.types ? types.problems : withoutTypes;
  const isSupported = (problem: object) =>
    !('resolutionKind' in problem && unsupportedResolutions.includes(String(problem.resolutionKind)));
  expect([...messages, ...problems.filter(isSupported)]).toEqual([]);
});

/** The package of a module, in the comment that the bundler writes in front of it. */
const bundledPackage = /^\/\/#region .*node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm;

const unpublished = /^(src|test|bench|generate|scripts)\/|(?<!\.d)\.ts$|tsconfig/;

test.for(packages)('$name has a README, a licence, no sources, and the tested versions of our packages', ({ name }) => {
  const { files, manifest } = packageOf(name);

  const ours = Object.entries(manifest.dependencies ?? {}).filter(([dependency]) => packed[dependency]);
  expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE']));
  expect(files.filter((file) => unpublished.test(file))).toEqual([]);
  expect(ours).toEqual(ours.map(([dependency]) => [dependency, packageOf(dependency).manifest.version]));
});

test.for(packages)('$name has the licences of all that is built into it', ({ name }) => {
  const { folder: own, files } = packageOf(name);
  const read = (ending: string) =>
    files.flatMap((file) => (file.endsWith(ending) ? readFileSync(join(own, file), 'utf8') : [])).join('\n');

  const bundled = new Set(Array.from(read('.js').matchAll(bundledPackage), ([, module]) => module));

  const licences = read('licenses.txt');
  expect(bundled.has('commander')).toBe(['@escrow-kit/client', '@escrow-kit/webhooks'].includes(name));
  expect([...bundled].filter((module) => !licences.includes(`Name: ${module}\n`))).toEqual([]);
});

test('the published sandbox has no code that breaks its rules on purpose', () => {
  expect(packageOf('@escrow-kit/sandbox').files.filter((file) => file.includes('testing'))).toEqual([]);
});

test('the packages that install @scarf/scarf switch its reports to its maker off', async () => {
  const why = ['why', '--recursive', '--prod', '--json', '@scarf/scarf'];

  const dependents = await runCommand('pnpm', why, { cwd: repositoryFolder });

  const reported = Object.keys(packed).filter((name) => dependents.includes(`"${name}"`));
  expect(reported).not.toEqual([]);
  expect(reported.filter((name) => packageOf(name).manifest.scarfSettings?.enabled !== false)).toEqual([]);
});

test('a stack trace of a packed package names the sources', async () => {
  const program = [
    "import { verify } from '@escrow-kit/webhooks';",
    "try { verify('', '', ''); } catch (e) { console.log(e.stack); }",
  ];

  const output = await run(process.execPath, ['--enable-source-maps', write('stack-trace.js', program)]);

  expect(output).toMatch(/^ +at .*\/src\/signature\/verify\.ts:\d+:\d+/m);
});

test('every entry point of the packed packages can be imported', async () => {
  const paths = Object.entries(packed).flatMap(([name, { manifest }]) =>
    Object.keys(manifest.exports).map((path) => join(name, path)),
  );
  // Patterns are for files that are not modules.
  const imports = paths.filter((path) => !path.includes('*')).map(importOf);

  await expect(run(process.execPath, [write('import-all.js', imports)])).resolves.toBe('');
});

test.for(oldest)('the packed packages run on Node 22.13, and the client can be required', async (node) => {
  const programs = ['client', 'core', 'web', 'node-server', 'spec', 'sqlite'];
  const lines = programs.map((program) => `await (await import('./${program}.js')).run();\nconsole.log('${program}');`);

  lines.push(
    "console.log(typeof process.getBuiltinModule('module').createRequire(import.meta.url)('@escrow-kit/client').createEscrowClient);",
  );

  const output = await run(node, ['--disable-warning=ExperimentalWarning', write('run-all.js', lines)]);

  expect(output.trim().split('\n')).toEqual([...programs, 'function']);
});

test.for(commands)(
  '$command answers --version with that of its package, on the oldest Node',
  async ({ name, command }) => {
    const version = await run(oldestNode ?? process.execPath, [fileOf(name, command), '--version']);

    expect(version).toBe(`${packageOf(name).manifest.version}\n`);
  },
);

/** Valid arguments, for commands that need some. */
const validArguments: Record<string, string> = {
  'contract-tests':
    'verify --url http://127.0.0.1:9 --client-id a --client-secret b --organization-token c --client-admin-token d',
};

const manifestOf = (name: string) => packages.find((each) => each.name === name)?.manifest;

/** The commands that need a later Node. */
const demanding = commands.filter(({ name }) => manifestOf(name)?.engines?.node !== '>=22.13');

test.for(oldestNode ? demanding : [])('$command on Node 22.13 says in one line which Node it needs', async (tried) => {
  const { name, command } = tried;
  const args = [fileOf(name, command), ...(validArguments[command]?.split(' ') ?? [])];

  const { exitCode, output } = await tryCommand(oldestNode ?? '', args, { cwd: folder });

  expect(exitCode).toBeGreaterThan(0);
  expect(output.trimEnd().split('\n')).toEqual([expect.stringMatching(neededNode)]);
  expect(output).toContain(`${command}: `);
});

const callsOnOldNode = [
  "import { startPrismMock } from '@escrow-kit/prism-mock';",
  "import { verifyDeployment } from '@escrow-kit/contract-tests';",
  "import { loadPaymentDisplay } from '@escrow-kit/checkout';",
  "import { ControlError, createControl, SandboxStartError, startSandbox } from '@escrow-kit/sandbox';",
  "const url = 'http://127.0.0.1:9';",
  'const print = (error) => console.log(error.message);',
  'await startPrismMock({ port: 0 }).catch(print);',
  'await verifyDeployment({ hosts: { contract: url }, credentials: {} }).catch(print);',
  'await startSandbox().catch((error) => console.log(error instanceof SandboxStartError, error.message));',
  'await createControl(url).clock().catch((error) => console.log(error instanceof ControlError));',
  'await loadPaymentDisplay(url).catch((error) => console.log(error.code));',
];

test.for(oldest)('on Node 22.13 errors say which Node they need; control and checkout work', async (node) => {
  const output = await run(node, [write('calls.js', callsOnOldNode)]);

  const lines = output.trimEnd().split('\n');
  expect(lines).toEqual([...Array(3).fill(expect.stringMatching(neededNode)), 'true', 'no_browser']);
  expect(lines[2]).toMatch(/^true /);
});

function packageOf(name: string): PackedPackage {
  return packed[name] as PackedPackage;
}

/** The file of a command of an installed package. */
function fileOf(name: string, command: string): string {
  const { folder: installed, manifest } = packageOf(name);
  return join(installed, manifest.bin?.[command] ?? '');
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
