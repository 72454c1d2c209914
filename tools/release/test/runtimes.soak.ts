import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { oldestNode } from '@escrow-kit/oldest-node';
import { type Runtime, runtimes, workerd } from '@escrow-kit/runtimes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPackedProject } from './packed-project.ts';
import { runCommand } from './run-command.ts';
import { createTemporaryFolder } from './temporary-folder.ts';
import { workerdConfiguration } from './workerd-configuration.ts';

const { folder, remove } = createTemporaryFolder();

beforeAll(async () => {
  await createPackedProject(folder);
});

afterAll(remove);

const everywhere = ['client', 'core', 'web', 'node-server', 'spec'];
const cases: { program: string; runtime: Runtime }[] = [
  ...everywhere.flatMap((program) =>
    [...(oldestNode ? [oldestNode] : []), ...runtimes].map((runtime) => ({ program, runtime })),
  ),
  // Node has node:sqlite since 22.13.
  ...runtimes.map((runtime) => ({ program: 'sqlite', runtime })),
  // With undici 8. The oldest Node needs undici 7, which packed.test.ts tries.
  ...runtimes.filter(({ name }) => name.startsWith('Node')).map((runtime) => ({ program: 'undici', runtime })),
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
  writeFileSync(configuration, workerdConfiguration(folder, { main: `test-${program}.js`, flags }));

  const output = await runCommand(workerd, ['test', configuration], { cwd: folder });

  expect(output).toMatch(/\[ PASS \]/);
});
