import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { styleText } from 'node:util';
import { CommandLineError } from '@escrow-kit/shared/command-line';
import { isLoopback } from '@escrow-kit/shared/this-machine';
import type { PostResult } from '../post.ts';
import { idPrefix, type Signing } from './checks.ts';
import { type Examination, examineEndpoint, type Finding, type Result } from './examine.ts';

/** Options of a run. Default: a slow body pauses for a second, and 200 events come at once. */
export interface DoctorOptions
  extends Signing,
    Pick<Examination, 'url' | 'timeoutInMs'>,
    Partial<Pick<Examination, 'pauseInMs' | 'burst'>> {
  /** Whether hints have the exit code 1, too. */
  isStrict?: boolean | undefined;
  /** Whether to send to another machine. */
  mayLeave?: boolean | undefined;
  json?: boolean | undefined;
  /** Resolves the name of the host. Default: the system's. */
  resolve?: Resolve;
}

/** An answer that takes longer is not prompt. */
const promptInMs = 1_000;

/** Examines an endpoint. Prints each finding at once, or all of them as JSON. Resolves with the exit code: 1 if there is a fault. */
export async function runDoctor(options: DoctorOptions): Promise<number> {
  const { url, isStrict, mayLeave, json, resolve = lookup, pauseInMs = 1_000, burst = 200 } = options;
  const limits = { pauseInMs, promptInMs, burst };
  const pinned = mayLeave ? undefined : await lookupLoopback(url, resolve);
  const { stdout, stderr } = process;
  stderr.write(`Sending test events to ${url.origin}. Their milestone IDs begin with ${idPrefix}.\n`);
  const findings: Finding[] = [];
  for await (const finding of examineEndpoint({ ...options, ...limits, lookup: pinned })) {
    findings.push(finding);
    if (!json) stdout.write(toLine(finding));
  }
  const count = (wanted: Result): number => findings.filter(({ result }) => result === wanted).length;
  const [faults, hints] = [count('fault'), count('hint')];
  if (json) stdout.write(`${JSON.stringify({ faults, hints, checks: findings.map(toRecord) })}\n`);
  else stdout.write(`${plural(faults, 'fault')}, ${plural(hints, 'hint')}.\n`);
  return faults > 0 || (isStrict && hints > 0) ? 1 : 0;
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

type Resolve = (host: string, options: { all: true }) => Promise<LookupAddress[]>;

/**
 * Resolves the host of an address once. Every connection by the function it returns goes to this machine, even if the name leads
 * elsewhere by then.
 * @throws CommandLineError if the name leads to another machine, or nowhere.
 */
async function lookupLoopback({ hostname, host }: URL, resolve: Resolve): Promise<LookupFunction> {
  const addresses = await resolve(hostname.replace(/^\[(.*)\]$/, '$1'), { all: true }).catch((error) => {
    throw new CommandLineError(`--url: ${hostname} cannot be resolved (${error.code}). Correct it.`, { cause: error });
  });
  if (addresses.every(({ address }) => isLoopback(address))) return (_host, _options, done) => done(null, addresses);
  throw new CommandLineError(
    `--url is on another machine, ${host}. The events look real: add --yes if nothing there acts on them.`,
  );
}

const marks = {
  right: ['ok', 'green'],
  fault: ['FAULT', 'red'],
  hint: ['hint', 'yellow'],
  not_checked: ['-', 'dim'],
} as const satisfies Record<Result, unknown>;

/** The answer to a check and the expected one, in one line. */
function toLine({ name, check, result, answers, remedy }: Finding): string {
  const { expects, reason } = check;
  const [mark, color] = marks[result];
  const given = countAnswers(answers).map(
    ({ count, status, failure }) => `${count > 1 ? `${count} × ` : ''}${status ?? failure}`,
  );
  const answered = result === 'not_checked' ? 'not checked' : `${given.join(', ')} in ${slowestOf(answers)} ms`;
  const line = `${styleText(color, mark.padEnd(5), { stream: process.stdout })} ${name.padEnd(14)} ${answered.padEnd(18)} expected ${expects.status}. ${reason} (${expects.rule}, ${expects.basis})\n`;
  return remedy ? `${line}${remedy}\nThe other checks need an endpoint that receives events.\n` : line;
}

const toRecord = ({ name, check, result, answers, remedy }: Finding) => ({
  check: name,
  result,
  answers: countAnswers(answers),
  slowestInMs: answers.length > 0 ? slowestOf(answers) : undefined,
  expected: check.expects.status,
  reason: check.reason,
  rule: check.expects.rule,
  basis: check.expects.basis,
  remedy,
});

/** Each different answer once, in the order in which they were asked for. An answer that broke off counts as none. */
function countAnswers(answers: readonly PostResult[]) {
  const groups = Map.groupBy(answers, ({ status, failure }) => failure ?? status);
  return [...groups].map(([given, { length: count }]) =>
    typeof given === 'number' ? { status: given, count } : { failure: given, count },
  );
}

const slowestOf = (answers: readonly PostResult[]): number =>
  Math.round(Math.max(...answers.map(({ durationInMs }) => durationInMs)));
