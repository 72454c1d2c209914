import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { oldestNode } from '@escrow-kit/suite/oldest-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installOtherRuntimes } from './other-runtimes.ts';
import { createPackedProject, programsFolder } from './packed-project.ts';
import { runCommand } from './run-command.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const folder = createTemporaryFolder(afterAll);
const project = join(folder, 'project');

let installed: Awaited<ReturnType<typeof installRuntimes>>;

beforeAll(async () => {
  [installed] = await Promise.all([
    installRuntimes(join(folder, 'runtimes')),
    createPackedProject(join(folder, 'project')),
  ]);
});

test.each(['client', 'core', 'web', 'node-server', 'spec', 'sqlite'])(
  'the packed packages run on every runtime: %s',
  async (program) => {
    const file = join(project, `run-${program}.js`);
    writeFileSync(file, `import { run } from './${program}.js';\nawait run();\nconsole.log('done');\n`);
    const oldest = oldestNode ? [{ name: 'Node 22.13', command: oldestNode, args: [] }] : [];

    for (const { name, command, args } of [...oldest, ...installed.runtimes]) {
      const output = await runCommand(command, [...args, file], { cwd: project });

      expect(output, name).toContain('done');
    }
  },
);

test.each([
  ['client', []],
  ['web', []],
  ['core', ['nodejs_compat']],
])('the packed packages run on workerd: %s with the flags %j', async (program, flags) => {
  const configuration = join(project, `${program}.capnp`);
  const main = `test-${program}.js`;
  writeFileSync(join(project, main), `import { run } from './${program}.js';\nexport default { test: run };\n`);
  writeFileSync(configuration, workerdConfiguration(main, flags));

  const output = await runCommand(installed.workerd, ['test', configuration], { cwd: project });

  expect(output).toMatch(/\[ PASS \]/);
});

/** The configuration of a worker with the programs and packages of the project; each file is a module. */
function workerdConfiguration(main: string, flags: string[]): string {
  const files = (path: string): string[] => readdirSync(path).filter((file) => file.endsWith('.js'));
  const [client, webhooks] = ['@escrow-kit/client', '@escrow-kit/webhooks'];
  const modules = [
    [main, `embed "${main}"`],
    ...files(programsFolder).map((file) => [file, `embed "${file}"`]),
    ...[client, webhooks].flatMap((name) =>
      files(join(project, 'node_modules', name, 'dist')).map((file) => [
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

/** Installs Node 22, Bun, Deno and workerd in a new folder. `command ...args file` runs a program; workerd runs a configuration. */
async function installRuntimes(folder: string) {
  await installOtherRuntimes(folder);
  const fileOf = (path: string): string => join(folder, 'node_modules', path);
  const node22 = fileOf(`node-${process.platform}-${process.arch}/bin/node`);
  return {
    runtimes: [
      ...(existsSync(node22) ? [{ name: 'Node 22', command: node22, args: [] }] : []),
      { name: 'Node 24', command: process.execPath, args: [] },
      { name: 'Bun', command: fileOf('bun/bin/bun.exe'), args: ['run'] },
      { name: 'Deno', command: fileOf('deno/bin.cjs'), args: ['run', '--allow-all'] },
    ],
    workerd: fileOf('workerd/bin/workerd'),
  };
}
