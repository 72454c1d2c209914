import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { SandboxStartError, startSandbox } from '../src/index.ts';
import { registerCustomer } from './support/escrow-steps.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'escrow-sandbox-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function startErrorOf(options: Parameters<typeof startSandbox>[0]): Promise<SandboxStartError> {
  const error = await startSandbox(options).then(
    async (sandbox) => sandbox.close(),
    (reason: unknown) => reason,
  );
  if (error instanceof SandboxStartError) return error;
  throw error ?? new Error('It started.');
}

test.each([
  [{ webhookUrl: 'localhost:3000' }, 'The option webhookUrl takes an address that begins with http:// or https://.'],
  [{ publicUrl: 'shop' }, 'The option publicUrl takes an address that begins with http:// or https://.'],
  [{ assumedRules: 'noted' }, 'The option assumedRules takes refuse or note.'],
  [{ port: 70_000 }, 'The option port takes a whole number from 0 to 65535.'],
  [{ data: './state' }, 'There is no option data. Use one of dataFolder, port,'],
])('an option of plain JavaScript that can’t be meant is refused: %o', async (options, message) => {
  const error = await startErrorOf(options as Parameters<typeof startSandbox>[0]);

  expect(error.message).toContain(message);
});

test('a port that is taken is reported', async () => {
  const sandbox = await startSandbox();
  const port = Number(new URL(sandbox.url).port);

  const error = await startErrorOf({ port });

  expect(error.message).toBe(`Port ${port} is taken. Stop what listens there, or choose another one with --port.`);
  await sandbox.close();
});

test('a data folder that can’t be created is reported', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');

  const error = await startErrorOf({ dataFolder: join(file, 'data') });

  expect(error.message).toMatch(/is not a folder.*--data/);
});

test('a data folder is created with its parents', async () => {
  const dataFolder = join(folder, 'above', 'data');

  const sandbox = await startSandbox({ dataFolder });

  expect(await readdir(dataFolder)).toContain('sandbox.sqlite');
  await sandbox.close();
});

test('a data folder that another sandbox uses is reported', async () => {
  const dataFolder = join(folder, 'shared');
  const sandbox = await startSandbox({ dataFolder });

  const error = await startErrorOf({ dataFolder });

  expect(error.message).toContain('Another sandbox uses the data folder');
  await sandbox.close();
});

test('a data folder whose database is not one is reported', async () => {
  await writeFile(join(folder, 'sandbox.sqlite'), 'x'.repeat(4096));

  const error = await startErrorOf({ dataFolder: folder });

  expect(error.message).toContain('is not a database');
});

test.each([
  ['create table users (id integer)', 'is the database of something else'],
  [
    `create table sandboxStores (version bigint); insert into sandboxStores values (9999)`,
    'A newer version of the sandbox has written',
  ],
])(
  'the start error for a data folder whose database belongs to something else says why: %s',
  async (statements, reason) => {
    const dataFolder = await mkdtemp(join(folder, 'other-'));
    const database = new DatabaseSync(join(dataFolder, 'sandbox.sqlite'));
    database.exec(statements);
    database.close();

    const error = await startErrorOf({ dataFolder });

    expect(error.message).toContain(reason);
    expect(error.message).toMatch(/^.*--data\.$/);
  },
);

test.skipIf(process.platform === 'win32').each([
  ['022', 0o022],
  ['000', 0o000],
])('under the umask %s, other users of the machine can’t read a data folder', async (name, umask) => {
  const mask = process.umask(umask);
  onTestFinished(() => void process.umask(mask));
  const dataFolder = join(folder, `private-${name}`);
  const modes = async () => {
    const files = await readdir(dataFolder);
    const stats = await Promise.all(files.map((file) => stat(join(dataFolder, file))));
    return Object.fromEntries(stats.map(({ mode }, index) => [files[index], (mode & 0o777).toString(8)]));
  };

  const sandbox = await startSandbox({ dataFolder });
  await registerCustomer(sandbox, '+966500000001');
  const created = await modes();
  await sandbox.close();
  await chmod(join(dataFolder, 'sandbox.sqlite'), 0o644);
  await writeFile(join(dataFolder, 'sandbox.sqlite-wal'), '', { mode: 0o644 });
  const again = await startSandbox({ dataFolder });
  await registerCustomer(again, '+966500000001');
  const reopened = await modes();
  await again.close();

  expect(created).toEqual({ 'sandbox.sqlite': '600', 'sandbox.sqlite-wal': '600' });
  expect(reopened).toEqual(created);
});

test('a data folder keeps the state and the webhook', async () => {
  const dataFolder = join(folder, 'kept');
  const options = { dataFolder, webhookUrl: 'http://127.0.0.1:1/events', webhookSecret: 'whsec_other' };
  const first = await startSandbox(options);
  const userId = await registerCustomer(first, '+966500000001');
  await first.close();

  const again = await startSandbox({ dataFolder });

  expect(await registerCustomer(again, '+966500000001')).toBe(userId);
  expect(again.credentials.webhookSecret).toBe('whsec_other');
  await again.close();
});

test('a sandbox may be closed twice', async () => {
  const sandbox = await startSandbox();

  await Promise.all([sandbox.close(), sandbox.close()]);

  await expect(fetch(sandbox.url)).rejects.toThrow();
});
