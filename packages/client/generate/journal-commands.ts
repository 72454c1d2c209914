import { addOptions, CommandLineError, warnOfVisibleSecrets } from '@escrow-kit/shared/command-line';
import { type Command, Option } from 'commander';
import type { JournalEntry, ListableJournal, PendingStep, StepResult } from '../src/index.ts';
import { openJournal } from './open-journal.ts';

// `pending` and `resolve` list and resolve the pending steps of a journal. They refuse a place without a journal, and create nothing.

type Flags = Partial<
  Record<'journal' | 'schema' | 'table' | 'result', string> & Record<'json' | 'succeeded' | 'notSent' | 'yes', true>
>;

const commonOptions: readonly Option[] = [
  new Option('--journal <place>', 'folder, SQLite file or postgres:// URL of the journal').env('ESCROW_JOURNAL'),
  new Option('--schema <name>', 'schema in PostgreSQL; default: escrow_flows'),
  new Option('--table <name>', 'table of the journal; default: journal in PostgreSQL, escrow_flows in SQLite'),
  new Option('--json', 'print one line of JSON'),
];

/** The result that a person looks up for a step that succeeded. */
const resultOptions: readonly Option[] = [
  new Option('--id <id>', 'ID from the service'),
  new Option('--item-price <amount>', 'price of the milestone'),
  new Option('--fee <amount>', 'fee of the milestone, calculated by the service'),
  new Option('--fee-percentage <fraction>', 'fee as a fraction: 0.04 for 4 percent'),
  new Option('--result <json>', 'for your own flow: the return value of its function result, or null'),
];

const resolveOptions: readonly Option[] = [
  new Option('--not-sent', 'the step was not carried out: the next run resends it').conflicts('succeeded'),
  new Option('--succeeded', 'the step was carried out; `pending` shows which of these to add:'),
  ...resultOptions,
  new Option('--yes', 'save without asking, unless the step is younger than 30 s'),
];

const exitCodes =
  '\nExit codes: 0 on success; 1 if the journal failed or nothing was saved; 2 if the command line is wrong.';

/** Adds both commands to the program. */
export function addJournalCommands(program: Command): void {
  const pending = program.command('pending').addHelpText('after', exitCodes);
  pending.description(
    'Lists the steps of flows whose outcome is unknown, with the question for the operator of the service.',
  );
  addOptions(pending, commonOptions).action(() => withJournal(pending, listPending));
  const resolve = program.command('resolve <key> <step>').addHelpText('after', exitCodes);
  resolve.description('Saves whether a pending step was carried out. This is final and sends nothing.');
  addOptions(resolve, [...resolveOptions, ...commonOptions]).action(() =>
    withJournal(resolve, (journal, flags) => resolvePending(journal, resolve.args, flags)),
  );
}

/** Its flags name the journal only if it may be printed: not with a password, nor from ESCROW_JOURNAL. */
type Work = (journal: ListableJournal, flags: Flags) => Promise<void>;

async function withJournal(command: Command, work: Work): Promise<void> {
  const flags = command.opts<Flags>();
  const { password, searchParams } = URL.parse(flags.journal ?? '') ?? {};
  const isSecret = Boolean(password) || searchParams?.has('password');
  for (const line of isSecret ? warnOfVisibleSecrets(command, ['journal']) : []) process.stderr.write(`${line}\n`);
  const journal = await openJournal(flags).catch((cause: Error) => {
    const remedy = 'Give the folder, SQLite file or postgres:// URL of a journal.';
    throw new CommandLineError(`--journal: ${cause.message.replace(/\.$/, '')}. ${remedy}`, { cause });
  });
  if (isSecret || command.getOptionValueSource('journal') !== 'cli') delete flags.journal;
  await work(journal, flags).finally(() => journal.close());
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Without characters that could change a terminal or fake a line. */
const printable = (text: string): string => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd');

/** A text in indented lines of at most 80 columns. */
const indented = (text: string): string =>
  printable(text)
    .replaceAll(/(.{1,78})(?: +|$)|(.{78})/g, '\n  $1$2')
    .slice(1);

/** A line of the table. A key that is longer than its column, which a UUID fits, has a line of its own. */
function toLine(key: string, step: string, since: string, age: string): string {
  const start = key.length > 36 ? `${key}\n${' '.repeat(36)}` : key.padEnd(36);
  return [start, step.padEnd(16), since.padEnd(16), age].join('  ');
}

/** The age of a step, and a warning until the default of `timeoutInMs` has passed. */
function ageOf({ since }: PendingStep): { age: string; warning: string } {
  const seconds = Math.max(0, Math.floor((Date.now() - Date.parse(since)) / 1_000));
  const units = Object.entries({ d: 86_400, h: 3_600, min: 60 });
  const [unit, length] = units.find(([, each]) => seconds >= each) ?? ['s', 1];
  const warning = `It may still be running: wait ${30 - seconds} s, or more if timeoutInMs is longer.`;
  return { age: `${Math.floor(seconds / length)} ${unit}`, warning: seconds < 30 ? warning : '' };
}

/** The names of the options for the result of a step. */
const neededFor = ({ flow, requiredFields }: PendingStep): readonly string[] =>
  flow.includes('.') ? ['result'] : requiredFields;

/** The question about a step, with the IDs that identify it. The ID of a customer, a number, is personal. */
function questionAbout(step: PendingStep, entry: JournalEntry | undefined): string {
  const done = Object.entries(entry?.steps ?? {}).flatMap(([name, state]) => {
    if (state?.status !== 'done') return [];
    const id = (state.result as { id?: unknown } | null)?.id ?? state.result;
    return [typeof id === 'string' ? `${name} (${JSON.stringify(id)})` : name];
  });
  const before = done.length > 0 ? ` Done before: ${done.join(', ')}.` : '';
  const doubt = `${step.step} of ${step.flow} may have been carried out, even if the call timed out.`;
  const question = 'Ask the operator of the service: was it carried out? If not, can it still be?';
  return `${doubt} ${question} Not seeing it yet proves nothing.${before}`;
}

/** A text as a word for a shell. */
const quoted = (text: string): string =>
  /^[\w./:@%+,-]+$/.test(text) ? text : `'${printable(text).replaceAll("'", "'\\''")}'`;

/** The commands that resolve a step, to copy. The operator gives the values in capitals. */
function commandsFor(step: PendingStep, flags: Flags): string[] {
  const found = resultOptions
    .filter((option) => neededFor(step).includes(option.attributeName()))
    .map((option) => option.flags.replace(/<(.+)>/, (_, value: string) => value.toUpperCase()));
  const place = (['journal', 'schema', 'table'] as const).flatMap((name) =>
    flags[name] ? [`--${name} ${quoted(flags[name])}`] : [],
  );
  const start = `npx @escrow-kit/client resolve ${quoted(step.key)} ${quoted(step.step)}`;
  return [
    `Carried out: ${[start, '--succeeded', ...found, ...place].join(' ')}`,
    `Not carried out, and never will be: ${[start, '--not-sent', ...place].join(' ')}`,
  ];
}

async function listPending(journal: ListableJournal, flags: Flags): Promise<void> {
  const pending = [];
  for (const step of await journal.listPendingSteps()) {
    pending.push({ ...step, ...ageOf(step), question: questionAbout(step, await journal.load(step.key)) });
  }
  const damaged = (await journal.listDamaged()).map(({ key, error }) => ({ key, problem: error.message }));
  if (flags.json) return print(JSON.stringify({ pending, damaged }));
  const lines = pending.length > 0 ? [toLine('KEY', 'STEP', 'SINCE (UTC)', 'AGE')] : ['No step is pending.'];
  for (const step of pending) {
    lines.push(toLine(printable(step.key), printable(step.step), step.since.slice(0, 16).replace('T', ' '), step.age));
    if (step.warning) lines.push(indented(step.warning));
    lines.push(indented(step.question), ...commandsFor(step, flags).map((line) => `  ${line}`));
  }
  if (pending.length > 0 && !flags.journal) lines.push('\nFor these commands, set ESCROW_JOURNAL to this journal.');
  if (damaged.length > 0) lines.push('\nDamaged entries, which can contain a pending step:');
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
  if (!notSent && !succeeded) throw new CommandLineError('Add --not-sent or --succeeded.');
  const step = (await journal.listPendingSteps()).find((each) => each.key === key && each.step === name);
  if (!step) {
    const isDone = (await journal.load(String(key)))?.steps[String(name)]?.status === 'done';
    const state = isDone ? 'is already done.' : 'is not pending. Run `pending` to list the steps.';
    throw new CommandLineError(`${name} of ${key} ${state}`, { exitCode: 1 });
  }
  const { resolveStep } = await import('@escrow-kit/client');
  const outcome = succeeded ? 'succeeded' : 'not-sent';
  const result = readResult(step, flags);
  // What cannot be saved is refused before the question.
  await resolveStep({ load: journal.load, save: async () => {} }, step, outcome, result);
  const text = JSON.stringify({ flow: step.flow, key, step: name, outcome, result });
  const { age, warning } = ageOf(step);
  if (yes && warning) throw new CommandLineError(`Nothing was saved. ${warning}`, { exitCode: 1 });
  const risk = notSent ? 'If the service carries it out later, it is done twice.' : '';
  const preview = [`Pending for ${age}.`, warning, risk, `To be saved, which is final: ${printable(text)}\n`];
  process.stderr.write(preview.filter(Boolean).join('\n'));
  if (!yes && !(await isAgreed())) throw new CommandLineError('Nothing was saved.', { exitCode: 1 });
  await resolveStep(journal, step, outcome, result);
  print(json ? text : `Saved. Now run ${step.flow} again with the same key and input: it resumes.`);
}

async function isAgreed(): Promise<boolean> {
  if (!process.stdin.isTTY) throw new CommandLineError('Nothing was saved: there is no terminal to ask. Add --yes.');
  process.stderr.write('Save it? [y/N] ');
  // A terminal gives a line at a time. Leaving the loop closes it: else it would keep the process running.
  for await (const line of process.stdin.setEncoding('utf8')) return /^y(es)?$/i.test(line.trim());
  return false;
}
