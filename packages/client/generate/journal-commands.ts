import { readdirSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { addOptions, CommandLineError, warnOfVisibleSecrets } from '@escrow-kit/shared/command-line';
import { type Command, Option } from 'commander';
import type { JournalEntry, ListableJournal, PendingStep, StepResult } from '../src/index.ts';
import type { ClosableJournal } from '../src/journals/sql-journal.ts';

// `pending` and `resolve` list and resolve the pending steps of a journal. They refuse a place without a journal, and create nothing.

type Flags = Partial<
  Record<'journal' | 'schema' | 'table' | 'result', string> & Record<'json' | 'succeeded' | 'notSent' | 'yes', true>
>;

const commonOptions: readonly Option[] = [
  new Option('--journal <place>', 'its folder, its SQLite file or its postgres:// URL').env('ESCROW_JOURNAL'),
  new Option('--schema <name>', 'its schema in PostgreSQL; default: escrow_flows'),
  new Option('--table <name>', 'its table; default: journal in PostgreSQL, escrow_flows in SQLite'),
  new Option('--json', 'print one line of JSON, with whole keys'),
];

/** What a person looks up of a step that succeeded. */
const resultOptions: readonly Option[] = [
  new Option('--id <id>', 'the id that the service gave it'),
  new Option('--item-price <amount>', 'the price of the milestone'),
  new Option('--fee <amount>', 'the fee of the milestone, as the service calculated it'),
  new Option('--fee-percentage <fraction>', 'the fee as a fraction: 0.04 for 4 percent'),
  new Option('--result <json>', 'for a flow of your own: what result of the step returns, or null without one'),
];

const resolveOptions: readonly Option[] = [
  new Option('--not-sent', 'it was not carried out: the next run sends it again').conflicts('succeeded'),
  new Option('--succeeded', 'it was carried out, with what `pending` asks for:'),
  ...resultOptions,
  new Option('--yes', 'save without a question'),
];

const exitCodes =
  '\nExit codes: 0 if all is well; 1 if the journal failed or nothing was saved; 2 if the command line is wrong.';

/** Adds both commands to the program. */
export function addJournalCommands(program: Command): void {
  const pending = program.command('pending').addHelpText('after', exitCodes);
  pending.description('Lists the steps of flows whose outcome nobody knows, and what to ask about them.');
  addOptions(pending, commonOptions).action(() => withJournal(pending, listPending));
  const resolve = program.command('resolve <key> <step>').addHelpText('after', exitCodes);
  resolve.description('Saves whether a pending step was carried out. This is final, and sends nothing.');
  addOptions(resolve, [...resolveOptions, ...commonOptions]).action(() =>
    withJournal(resolve, (journal, flags) => resolvePending(journal, resolve.args, flags)),
  );
}

type Work = (journal: ListableJournal, flags: Flags) => Promise<void>;

async function withJournal(command: Command, work: Work): Promise<void> {
  const flags = command.opts<Flags>();
  const { password, searchParams } = URL.parse(flags.journal ?? '') ?? {};
  const warnings = password || searchParams?.has('password') ? warnOfVisibleSecrets(command, ['journal']) : [];
  for (const line of warnings) process.stderr.write(`${line}\n`);
  const journal = await openJournal(flags).catch((cause: Error) => {
    const remedy = 'Name the folder, the SQLite file or the postgres:// URL of a journal.';
    throw new CommandLineError(`--journal: ${cause.message}. ${remedy}`, { cause });
  });
  await work(journal, flags).finally(() => journal.close());
}

/** Opens a journal that is there. Its errors quote no URL, because that may hold a password. */
async function openJournal({ journal: place, schema, table }: Flags): Promise<ClosableJournal> {
  if (place === undefined) throw new Error('it is missing, and ESCROW_JOURNAL is not set');
  if (place.includes('://')) return openPostgres(place, schema, table);
  if (!statSync(place).isDirectory()) return openSqlite(place, table);
  const files = readdirSync(place);
  const hasEntries = files.some((name) => name.startsWith('key-'));
  if (files.length > 0 && !hasEntries) throw new Error(`${place} is a folder of other files`);
  const { createFileJournal } = await import('@escrow-kit/client/file');
  return { ...createFileJournal(place), close: async () => {} };
}

async function openSqlite(path: string, table = 'escrow_flows'): Promise<ClosableJournal> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(path);
  try {
    // The journal would create the table.
    database.prepare(`select key from "${table}"`);
  } finally {
    database.close();
  }
  const { createSqliteJournal } = await import('@escrow-kit/client/sqlite');
  return createSqliteJournal({ path, table });
}

async function openPostgres(url: string, schema = 'escrow_flows', table = 'journal'): Promise<ClosableJournal> {
  if (!/^postgres(ql)?:/.test(url) || !URL.canParse(url)) throw new Error('it is not the URL of a PostgreSQL');
  const { createPool, remedyFor } = await import('@escrow-kit/shared/postgres').catch((cause) => {
    throw new Error('PostgreSQL needs the package pg: npm install pg', { cause });
  });
  const pool = createPool({ connectionString: url });
  // The journal would create the table.
  const check = pool.query('select $1::regclass', [`${schema}.${table}`]).finally(() => pool.end());
  await check.catch((cause) => {
    throw new Error(remedyFor(cause) ?? cause.message, { cause });
  });
  const { createPostgresJournal } = await import('@escrow-kit/client/postgres');
  return createPostgresJournal({ connection: url, schema, table });
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Without characters that could change a terminal or fake a line. */
const printable = (text: string): string => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd');

/** A text in indented lines of at most 80 columns. */
const indented = (text: string): string =>
  printable(text)
    .replaceAll(/(.{1,78})(?: +|$)|(.{78})/g, '\n  $1$2')
    .slice(1);

/** A line of the table, of at most 80 columns. A longer cell is cut; a UUID fits the first. */
function toLine(...cells: string[]): string {
  const fitted = [36, 16, 16, 6].map((width, index) => {
    const cell = printable(cells[index] ?? '');
    return (cell.length > width ? `${cell.slice(0, width - 1)}…` : cell).padEnd(width);
  });
  return fitted.join('  ').trimEnd();
}

/** The age of a step, and a warning until the default of `timeoutInMs` has passed. */
function ageOf({ since }: PendingStep): { age: string; warning: string } {
  const seconds = Math.max(0, Math.floor((Date.now() - Date.parse(since)) / 1_000));
  const units = Object.entries({ d: 86_400, h: 3_600, min: 60 });
  const [unit, length] = units.find(([, each]) => seconds >= each) ?? ['s', 1];
  const warning = 'It may still be running: wait for the 30 s, or timeoutInMs, of a call.';
  return { age: `${Math.floor(seconds / length)} ${unit}`, warning: seconds < 30 ? warning : '' };
}

/** The names of the options for the result of a step. */
const neededFor = ({ flow, requiredFields }: PendingStep): readonly string[] =>
  flow.includes('.') ? ['result'] : requiredFields;

/** What to ask about a step, with the ids by which it is found. That of a customer, a number, is personal. */
function questionAbout(step: PendingStep, entry: JournalEntry | undefined): string {
  const done = Object.entries(entry?.steps ?? {}).flatMap(([name, state]) => {
    if (state?.status !== 'done') return [];
    const id = (state.result as { id?: unknown } | null)?.id ?? state.result;
    return [typeof id === 'string' ? `${name} (${JSON.stringify(id)})` : name];
  });
  const notes = neededFor(step).length > 0 ? ` If it was, note its ${neededFor(step).join(', ')}.` : '';
  const before = done.length > 0 ? ` Done before: ${done.join(', ')}.` : '';
  return `Ask the operator of the service whether it was carried out.${notes}${before}`;
}

async function listPending(journal: ListableJournal, { json }: Flags): Promise<void> {
  const pending = [];
  for (const step of await journal.listPendingSteps()) {
    pending.push({ ...step, ...ageOf(step), question: questionAbout(step, await journal.load(step.key)) });
  }
  const damaged = (await journal.listDamaged()).map(({ key, error }) => ({ key, problem: error.message }));
  if (json) return print(JSON.stringify({ pending, damaged }));
  const lines = pending.length > 0 ? [toLine('KEY', 'STEP', 'SINCE (UTC)', 'AGE')] : ['No step is pending.'];
  for (const { key, step, since, age, warning, flow, question } of pending) {
    lines.push(toLine(key, step, since.slice(0, 16).replace('T', ' '), age));
    if (warning) lines.push(indented(warning));
    lines.push(indented(`${flow}: it may have been carried out, or not. ${question}`));
  }
  if (pending.length > 0)
    lines.push('\nThen: escrow-kit-client resolve KEY STEP --not-sent, or --succeeded with notes.');
  if (damaged.length > 0) lines.push('\nDamaged entries, which may have a pending step:');
  print([...lines, ...damaged.map(({ problem }) => indented(problem))].join('\n'));
}

/** The result in exactly the options that the step needs: null if it needs none, undefined if it was not sent. */
function readResult(step: PendingStep, flags: Flags): StepResult | null | undefined {
  const needed = flags.succeeded ? neededFor(step) : [];
  const isNeeded = (option: Option) => needed.includes(option.attributeName());
  if (resultOptions.some((option) => isNeeded(option) !== option.attributeName() in flags)) {
    const names = resultOptions.filter(isNeeded).map(({ long }) => long);
    const demand = names.length > 0 ? `exactly ${names.join(', ')}` : 'no result';
    throw new CommandLineError(`${step.step} needs ${demand} with ${flags.succeeded ? '--succeeded' : '--not-sent'}.`);
  }
  if (needed.length === 0) return flags.succeeded ? null : undefined;
  try {
    if (needed.includes('result')) return JSON.parse(String(flags.result));
    return Object.fromEntries(Object.entries(flags).filter(([name]) => needed.includes(name)));
  } catch (cause) {
    throw new CommandLineError('--result is not JSON, such as null, 7, "text" or {"id":"7"}.', { cause });
  }
}

async function resolvePending(journal: ListableJournal, [key, name]: string[], flags: Flags): Promise<void> {
  const { notSent, succeeded, yes, json } = flags;
  if (!notSent && !succeeded) throw new CommandLineError('Give --not-sent or --succeeded.');
  const step = (await journal.listPendingSteps()).find((each) => each.key === key && each.step === name);
  if (!step) throw new CommandLineError(`${name} of ${key} is not pending: list what is.`, { exitCode: 1 });
  const { resolveStep } = await import('@escrow-kit/client');
  const outcome = succeeded ? 'succeeded' : 'not-sent';
  const result = readResult(step, flags);
  // What cannot be saved is refused before the question.
  await resolveStep({ load: journal.load, save: async () => {} }, step, outcome, result);
  const text = JSON.stringify({ flow: step.flow, key, step: name, outcome, result });
  const { age, warning } = ageOf(step);
  const preview = [`Pending for ${age}.`, warning, `To be saved, for good: ${printable(text)}\n`];
  process.stderr.write(preview.filter(Boolean).join('\n'));
  if (!yes && !(await isAgreed())) throw new CommandLineError('Nothing was saved.', { exitCode: 1 });
  await resolveStep(journal, step, outcome, result);
  print(json ? text : `Saved. Now run ${step.flow} again with the same key and input: it goes on.`);
}

async function isAgreed(): Promise<boolean> {
  if (!process.stdin.isTTY) throw new CommandLineError('Nothing was saved: there is no terminal to ask on. Add --yes.');
  process.stderr.write('Save it? [y/N] ');
  for await (const line of createInterface({ input: process.stdin })) return /^y(es)?$/i.test(line.trim());
  return false;
}
