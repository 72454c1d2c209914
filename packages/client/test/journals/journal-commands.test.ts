import { readdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PassThrough } from 'node:stream';
import { runHere } from '@escrow-kit/tools/command-line';
import { createDatabase } from '@escrow-kit/tools/postgres';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runCommand } from '../../generate/run-command.ts';
import type { ListableJournal, PendingStep } from '../../src/index.ts';
import { createFileJournal } from '../../src/journals/file-journal.ts';
import { createPostgresJournal } from '../../src/journals/postgres-journal.ts';

let folder: string;
let journal: ListableJournal;
beforeEach(() => {
  folder = temporaryFolder();
  journal = createFileJournal(join(folder, 'journal'));
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T12:00:00.000Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

interface Stop {
  flow?: string;
  since?: string;
  requiredFields?: PendingStep['requiredFields'];
}

/** Saves a flow that stopped at a step, after a step that created a contract. */
const stop = (key: string, step: string, { flow = 'openContract', ...state }: Stop, place = journal): Promise<void> =>
  place.save(key, {
    flow,
    salt: 'salt-1',
    revision: 1,
    steps: {
      createContract: { status: 'done', inputHash: 'abc', result: 'contract_1' },
      [step]: { status: 'pending', since: '2026-01-01T09:30:00.000Z', inputHash: 'def', ...state },
    },
  });

const milestone: Stop = { requiredFields: ['id', 'itemPrice', 'fee', 'feePercentage'] };
const nothing: Stop = { requiredFields: [] };
const ofMilestone = ['--succeeded', '--id', 'm_1', '--item-price', '500', '--fee', '20', '--fee-percentage', '0.04'];

/** Runs a command on the journal. */
const run = (...args: string[]) => runHere(runCommand, args, { ESCROW_JOURNAL: join(folder, 'journal') });

/** Answers the question of `resolve` on a terminal, which stays open, or ends it without an answer. */
function answer(text: string): PassThrough {
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(terminal as unknown as typeof process.stdin);
  if (text) terminal.write(text);
  else terminal.end();
  return terminal;
}

it('pending lists the oldest first, with what to ask and what to run, and --json has what is damaged', async () => {
  const long = `order-${'8f14e45f-ceea-467f-9575-6b1d2f3c4a5e'.repeat(3)}`;
  await stop('order-1', 'addMilestones.1', milestone);
  await stop(long, 'addParties', { ...nothing, since: '2026-01-01T11:59:50.000Z' });
  await stop('order-\u001b[2J', 'release', { flow: 'shop.release', since: '2025-12-01T00:00:00.000Z' });
  await stop('order-4', 'addParties', nothing);
  await writeFile(join(folder, 'journal/key-order-4/1.json'), '{');

  const { exitCode, stdout, stderr } = await run('pending');
  const { pending, damaged } = JSON.parse((await run('pending', '--json')).stdout);

  expect([exitCode, stderr]).toEqual([0, '']);
  const [table = '', rest] = stdout.split('Damaged entries, which can contain a pending step:\n');
  expect(rest).toContain('The journal entry of "order-4" is damaged');
  expect(table).toMatchInlineSnapshot(`
    "KEY                                   STEP              SINCE (UTC)       AGE
    order-�[2J                            release           2025-12-01 00:00  31 d
      release of shop.release may have been carried out, even if the call timed out.
      Ask the operator of the service: was it carried out? If not, can it still be?
      Not seeing it yet proves nothing. Done before: createContract ("contract_1").
      Carried out: npx @escrow-kit/client resolve 'order-�[2J' release --succeeded --result JSON
      Not carried out, and never will be: npx @escrow-kit/client resolve 'order-�[2J' release --not-sent
    order-1                               addMilestones.1   2026-01-01 09:30  2 h
      addMilestones.1 of openContract may have been carried out, even if the call
      timed out. Ask the operator of the service: was it carried out? If not, can it
      still be? Not seeing it yet proves nothing. Done before: createContract
      ("contract_1").
      Carried out: npx @escrow-kit/client resolve order-1 addMilestones.1 --succeeded --id ID --item-price AMOUNT --fee AMOUNT --fee-percentage FRACTION
      Not carried out, and never will be: npx @escrow-kit/client resolve order-1 addMilestones.1 --not-sent
    order-8f14e45f-ceea-467f-9575-6b1d2f3c4a5e8f14e45f-ceea-467f-9575-6b1d2f3c4a5e8f14e45f-ceea-467f-9575-6b1d2f3c4a5e
                                          addParties        2026-01-01 11:59  10 s
      It may still be running: wait 20 s, or more if timeoutInMs is longer.
      addParties of openContract may have been carried out, even if the call timed
      out. Ask the operator of the service: was it carried out? If not, can it still
      be? Not seeing it yet proves nothing. Done before: createContract
      ("contract_1").
      Carried out: npx @escrow-kit/client resolve order-8f14e45f-ceea-467f-9575-6b1d2f3c4a5e8f14e45f-ceea-467f-9575-6b1d2f3c4a5e8f14e45f-ceea-467f-9575-6b1d2f3c4a5e addParties --succeeded
      Not carried out, and never will be: npx @escrow-kit/client resolve order-8f14e45f-ceea-467f-9575-6b1d2f3c4a5e8f14e45f-ceea-467f-9575-6b1d2f3c4a5e8f14e45f-ceea-467f-9575-6b1d2f3c4a5e addParties --not-sent

    For these commands, set ESCROW_JOURNAL to this journal.

    "
  `);
  const texts = stdout.split('\n').filter((line) => line !== long && !line.includes('npx'));
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(80);
  expect(pending.map(({ key }: { key: string }) => key)).toEqual(['order-\u001b[2J', 'order-1', long]);
  expect(damaged).toEqual([{ key: 'order-4', problem: expect.stringContaining('is damaged') }]);
});

it('a command that pending prints can be copied into a shell: it names the journal as given', async () => {
  await stop("Sara's order", 'addParties', nothing);
  const place = join(relative('.', folder), 'journal');

  const { stdout } = await runHere(runCommand, ['pending', '--journal', place]);

  expect(stdout).toContain(
    `  Carried out: npx @escrow-kit/client resolve 'Sara'\\''s order' addParties --succeeded --journal ${place}\n`,
  );
});

it('pending says so if nothing is, and resolve that the step is done', async () => {
  await stop('order-1', 'addParties', nothing);
  expect(await run('resolve', 'order-1', 'addParties', '--succeeded', '--yes', '--json')).toMatchObject({
    exitCode: 0,
    stdout: '{"flow":"openContract","key":"order-1","step":"addParties","outcome":"succeeded","result":null}\n',
  });

  expect(await run('resolve', 'order-1', 'addParties', '--not-sent', '--yes')).toMatchObject({
    exitCode: 1,
    stderr: 'escrow-kit-client: addParties of order-1 is already done.\n',
  });
  expect(await run('pending')).toEqual({ exitCode: 0, stdout: 'No step is pending.\n', stderr: '' });
});

it.each([
  ['y\n', 0, 0],
  ['no\n', 1, 1],
  ['', 1, 1],
])(
  'resolve shows what it will save, saves it if the answer is yes, and closes the terminal: %j',
  async (text, exitCode, left) => {
    await stop('order-1', 'addMilestones.1', milestone);
    const terminal = answer(text);

    const end = await run('resolve', 'order-1', 'addMilestones.1', ...ofMilestone);

    expect(end.exitCode).toBe(exitCode);
    expect(end.stderr).toContain('"result":{"id":"m_1","itemPrice":"500","fee":"20","feePercentage":"0.04"}');
    expect(await journal.listPendingSteps()).toHaveLength(left);
    expect(terminal.destroyed).toBe(true);
  },
);

const needed = '--id, --item-price, --fee, --fee-percentage';
it.each([
  [['addMilestones.1'], 2, 'Add --not-sent or --succeeded.'],
  [['addMilestones.1', '--succeeded', '--id', 'm_1'], 2, `needs exactly ${needed} with --succeeded.`],
  [['addMilestones.1', ...ofMilestone, '--result', '1'], 2, `needs exactly ${needed} with --succeeded.`],
  [['addMilestones.1', '--not-sent', '--id', 'm_1'], 2, 'needs no result with --not-sent.'],
  [['addMilestones.1', ...ofMilestone, '--fee', 'four'], 2, 'Give { fee } from the service'],
  [['addMilestones.1', ...ofMilestone, '--fee-percentage', '4'], 2, 'feePercentage as a fraction, such as 0.04'],
  [['addMilestones.1', ...ofMilestone, '--id', '..'], 2, 'Give the ID that the service created'],
  [['addMilestones.1', '--not-sent', '--succeeded'], 2, "option '--not-sent' cannot be used with"],
  [['addParties', '--not-sent'], 1, 'addParties of order-1 is not pending'],
])('resolve refuses %j, and saves nothing', async (args, exitCode, problem) => {
  await stop('order-1', 'addMilestones.1', milestone);

  const end = await run('resolve', 'order-1', ...args, '--yes');

  expect(end).toEqual({ exitCode, stdout: '', stderr: expect.stringMatching(/^escrow-kit-client: [^\n]+\n$/) });
  expect(end.stderr).toContain(problem);
  expect(await journal.load('order-1')).toMatchObject({ revision: 1 });
});

it('resolve --yes saves nothing while the call may be running', async () => {
  await stop('order-1', 'addParties', { ...nothing, since: '2026-01-01T11:59:50.000Z' });

  expect(await run('resolve', 'order-1', 'addParties', '--not-sent', '--yes')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringContaining('Nothing was saved. It may still be running: wait 20 s'),
  });
  expect(await journal.listPendingSteps()).toHaveLength(1);
});

it('resolve --not-sent says what happens if it was wrong', async () => {
  await stop('order-1', 'addMilestones.1', milestone);
  answer('n\n');

  const { stderr } = await run('resolve', 'order-1', 'addMilestones.1', '--not-sent');

  expect(stderr).toContain('If the service carries it out later, it is done twice.\nTo be saved, which is final:');
});

it('resolve saves nothing without a terminal and --yes', async () => {
  await stop('order-1', 'addParties', nothing);
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(new PassThrough() as unknown as typeof process.stdin);

  const end = await run('resolve', 'order-1', 'addParties', '--not-sent');

  expect(end).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('there is no terminal to ask. Add --yes.'),
  });
  expect(await journal.listPendingSteps()).toHaveLength(1);
});

it('a step of a flow of one’s own gets its result as JSON', async () => {
  await stop('order-1', 'release', { flow: 'shop.release' });
  const resolve = (result: string) => run('resolve', 'order-1', 'release', '--succeeded', '--yes', '--result', result);

  const ends = [await resolve('{'), await resolve('{"id":"release_1"}')];

  expect(ends.map(({ exitCode }) => exitCode)).toEqual([2, 0]);
  expect(await journal.load('order-1')).toMatchObject({ steps: { release: { result: { id: 'release_1' } } } });
});

it('a place without a journal is refused, and nothing is created', async () => {
  const other = join(folder, 'other.db');
  const database = new DatabaseSync(other);
  database.exec('create table orders (key text)');
  database.close();
  await writeFile(join(folder, 'text'), 'text');
  const before = await readdir(folder);
  const places = [['none'], ['none/journal.db'], ['other.db'], ['other.db', '--table', 'ORDERS'], ['text'], ['.']];

  const printed = [];
  for (const [name = '', ...table] of places) {
    printed.push((await runHere(runCommand, ['pending', '--journal', join(folder, name), ...table])).stderr);
  }

  expect(printed.map((line) => line.replaceAll(folder, ''))).toEqual(
    [
      "ENOENT: no such file or directory, stat '/none'",
      "ENOENT: no such file or directory, stat '/none/journal.db'",
      'no such table: escrow_flows',
      'createSqliteJournal failed: options.table must be lower-case letters, digits and underscores, at most 40',
      'file is not a database',
      ' is a folder without a journal',
    ].map(
      (problem) =>
        `escrow-kit-client: --journal: ${problem}. Give the folder, SQLite file or postgres:// URL of a journal.\n`,
    ),
  );
  expect(await readdir(folder)).toEqual(before);
});

it('in PostgreSQL neither schema nor table is created, and a password is not printed', async () => {
  const connection = new URL(await createDatabase());
  connection.password ||= 'canary';
  const pool = new pg.Pool({ connectionString: connection.href });

  const end = await runHere(runCommand, ['pending', '--journal', connection.href]);
  const schemas = await pool.query("select from pg_namespace where nspname = 'escrow_flows'").finally(() => pool.end());

  expect(end).toMatchObject({ exitCode: 2, stdout: '' });
  expect(schemas.rowCount).toBe(0);
  expect(end.stderr.split('\n')).toEqual([
    '--journal is visible to the other users of this machine. Set ESCROW_JOURNAL instead.',
    expect.stringContaining('relation "escrow_flows.journal" does not exist'),
    '',
  ]);
  expect(end.stderr).not.toContain(connection.password);
});

it('a certificate of a PostgreSQL journal that is not there is refused with what to correct', async () => {
  const connection = `postgres://127.0.0.1/shop?sslrootcert=${join(folder, 'none.pem')}`;

  const { stderr } = await runHere(runCommand, ['pending', '--journal', connection]);

  expect(stderr).toContain('cannot be read (ENOENT). Correct sslrootcert, sslcert or sslkey. Give the folder');
});

it.each(['login', 'query'])('a password in the %s of the journal is warned of, and not printed', async (place) => {
  const connection = new URL(await createDatabase());
  const password = connection.password || 'canary';
  connection.password = place === 'login' ? password : '';
  if (place === 'query') connection.searchParams.set('password', password);
  const postgres = createPostgresJournal({ connection: connection.href });
  await stop('order-1', 'addParties', nothing, postgres).finally(() => postgres.close());

  const { stdout, stderr } = await runHere(runCommand, ['pending', '--journal', connection.href]);

  expect(stderr).toMatch(/^--journal is visible to the other users of this machine\. Set ESCROW_JOURNAL instead\.\n$/);
  expect(stdout).toContain('resolve order-1 addParties --succeeded\n');
  expect(stdout).toContain('\nFor these commands, set ESCROW_JOURNAL to this journal.\n');
  expect(stdout).not.toContain(password);
});
