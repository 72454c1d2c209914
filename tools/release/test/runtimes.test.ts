import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Runtime, runtimes, workerd } from '@escrow-kit/runtimes';
import { unpack } from '@publint/pack';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repositoryFolder } from '../src/repository.ts';
import { readPackedPackages } from './packed-package.ts';
import { runCommand } from './run-command.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const client = '@escrow-kit/client';
const webhooks = '@escrow-kit/webhooks';
const openapiFetch = 'openapi-fetch';
const programsFolder = fileURLToPath(new URL('runtime-programs', import.meta.url));
const { folder, remove } = createTemporaryFolder();
const installedFolderOf = (name: string): string => join(folder, 'node_modules', name);
const clientsRequire = createRequire(join(repositoryFolder, 'packages/client/package.json'));

beforeAll(async () => {
  const packed = join(folder, 'packed');
  await runCommand('changeset', ['pack', '--out-dir', packed], { cwd: repositoryFolder });
  const packages = await readPackedPackages(packed);
  for (const name of [client, webhooks]) await unpackInto(installedFolderOf(name), packages[name]?.tarball ?? '');
  cpSync(folderOf(openapiFetch), installedFolderOf(openapiFetch), { recursive: true, dereference: true });
  cpSync(programsFolder, folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
});

afterAll(remove);

const everywhere = ['client', 'core', 'web', 'node-server'];
// Node has node:sqlite since 22.13.
const withSqlite = runtimes.filter(({ name }) => name !== 'Node 20');
const cases: { program: string; runtime: Runtime }[] = [
  ...everywhere.flatMap((program) => runtimes.map((runtime) => ({ program, runtime }))),
  ...withSqlite.map((runtime) => ({ program: 'sqlite', runtime })),
];

test.each(cases)('the packed packages run on $runtime.name: $program', async ({ program, runtime }) => {
  const file = join(folder, `run-${program}.js`);
  writeFileSync(file, `import { run } from './${program}.js';\nawait run();\nconsole.log('done');\n`);

  const output = await runCommand(runtime.command, [...runtime.args, file], { cwd: folder });

  expect(output).toContain('done');
});

test.each([
  ['client', []],
  ['web', []],
  ['core', ['nodejs_compat']],
])('the packed packages run on workerd: %s with the flags %j', async (program, flags) => {
  const configuration = join(folder, `${program}.capnp`);
  writeFileSync(
    join(folder, `test-${program}.js`),
    `import { run } from './${program}.js';\nexport default { test: run };\n`,
  );
  writeFileSync(configuration, workerdConfiguration(`test-${program}.js`, flags));

  const output = await runCommand(workerd, ['test', configuration], { cwd: folder });

  expect(output).toMatch(/\[ PASS \]/);
});

/** The folder of a package that the client depends on. */
function folderOf(name: string): string {
  const entry = clientsRequire.resolve(name);
  return entry.slice(0, entry.lastIndexOf(name) + name.length);
}

async function unpackInto(target: string, tarball: string): Promise<void> {
  const { files, rootDir } = await unpack(readFileSync(tarball));
  for (const { name, data } of files) {
    const file = join(target, name.slice(rootDir.length + 1));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, data);
  }
}

/** The configuration of a worker that consists of the programs and the packages, each file a module. */
function workerdConfiguration(main: string, flags: string[]): string {
  const files = (path: string): string[] => readdirSync(path).filter((file) => file.endsWith('.js'));
  const modules = [
    [main, `embed "${main}"`],
    ...files(programsFolder).map((file) => [file, `embed "${file}"`]),
    ...[client, webhooks].flatMap((name) =>
      files(join(installedFolderOf(name), 'dist')).map((file) => [
        `${name}/${file}`,
        `embed "node_modules/${name}/dist/${file}"`,
      ]),
    ),
    // An import of an entry point names a module, where other runtimes look it up in package.json.
    [client, `"export * from './client/index.js';"`],
    [`${client}/memory-journal`, `"export * from './memory-journal.js';"`],
    [`${client}/${openapiFetch}`, `embed "node_modules/${openapiFetch}/dist/index.mjs"`],
    [webhooks, `"export * from './webhooks/index.js';"`],
    ...['web', 'fetch', 'memory'].map((entry) => [`${webhooks}/${entry}`, `"export * from './${entry}.js';"`]),
  ].map(([name, text]) => `(name = "${name}", esModule = ${text})`);
  const worker = `(compatibilityDate = "2026-11-01", compatibilityFlags = ${JSON.stringify(flags)}, modules = [${modules}])`;
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = ${worker})]);
`;
}
