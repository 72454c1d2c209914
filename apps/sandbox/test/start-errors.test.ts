import { chmod, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';
import { SandboxStartError, startSandbox } from '../src/index.ts';
import { registerCustomer } from './support/escrow-steps.ts';

async function startErrorOf(options: Parameters<typeof startSandbox>[0]): Promise<SandboxStartError> {
  const error = await startSandbox(options).then(
    async (sandbox) => sandbox.close(),
    (reason: unknown) => reason,
  );
  if (error instanceof SandboxStartError) return error;
  throw error ?? new Error('It started.');
}

test.each([
  [{ webhookUrl: 'localhost:3000' }, 'The option webhookUrl must be an address that begins with http:// or https://.'],
  [{ assumedRules: 'noted' }, 'The option assumedRules must be refuse or note.'],
  [{ port: 70_000 }, 'The option port must be a whole number from 0 to 65535.'],
  [{ data: './state' }, 'Unknown option data. Use one of dataFolder, port,'],
])('an option of plain JavaScript that can’t be meant is refused: %o', async (options, message) => {
  const error = await startErrorOf(options as Parameters<typeof startSandbox>[0]);

  expect(error.message).toContain(message);
});

test('a port that is taken, and a data folder that another sandbox uses, are reported; a sandbox may be closed twice', async () => {
  const dataFolder = join(temporaryFolder(), 'above', 'data');
  const sandbox = await startSandbox({ dataFolder });
  const port = Number(new URL(sandbox.url).port);

  const ofPort = await startErrorOf({ port });
  const ofFolder = await startErrorOf({ dataFolder });
  await Promise.all([sandbox.close(), sandbox.close()]);

  expect(ofPort.message).toBe(`Port ${port} is in use. Stop the program that uses it, or choose another with --port.`);
  expect(ofFolder.message).toContain('Another sandbox uses the data folder');
  await expect(fetch(sandbox.url)).rejects.toThrow();
});

test.each([
  ['the file of another program', undefined, 'is not a database'],
  ['the database of another program', 'create table users (id integer)', 'is not a database of this sandbox'],
  [
    'the data of a later version',
    'create table sandboxStores (version bigint); insert into sandboxStores values (9999)',
    'was written by a newer version of the sandbox',
  ],
])('a data folder with %s is refused at the start', async (_, statements, reason) => {
  const dataFolder = temporaryFolder();
  const file = join(dataFolder, 'sandbox.sqlite');
  if (statements === undefined) await writeFile(file, 'x'.repeat(4096));
  else {
    const database = new DatabaseSync(file);
    database.exec(statements);
    database.close();
  }

  const error = await startErrorOf({ dataFolder });

  expect(error.message).toContain(reason);
  expect(error.message).toMatch(/^.*--data\.$/);
});

test.skipIf(process.platform === 'win32')(
  'other users of the machine can’t read a data folder, whatever the umask',
  async () => {
    const mask = process.umask(0o000);
    onTestFinished(() => void process.umask(mask));
    const dataFolder = temporaryFolder();
    const writeAndReadModes = async () => {
      const sandbox = await startSandbox({ dataFolder });
      await registerCustomer(sandbox, '+966500000001');
      const files = await readdir(dataFolder);
      const stats = await Promise.all(files.map((file) => stat(join(dataFolder, file))));
      await sandbox.close();
      return Object.fromEntries(stats.map(({ mode }, index) => [files[index], (mode & 0o777).toString(8)]));
    };

    const created = await writeAndReadModes();
    await chmod(join(dataFolder, 'sandbox.sqlite'), 0o644);
    await writeFile(join(dataFolder, 'sandbox.sqlite-wal'), '', { mode: 0o644 });
    const reopened = await writeAndReadModes();

    expect(created).toEqual({ 'sandbox.sqlite': '600', 'sandbox.sqlite-wal': '600' });
    expect(reopened).toEqual(created);
  },
);
