import { setTimeout as pause } from 'node:timers/promises';
import type { Control, ControlSchema } from '@escrow-kit/sandbox-control';
import { endWithNpx } from '../end-with-npx.ts';
import { openControl } from './reach-sandbox.ts';
import { failure, type Target } from './target.ts';

/** How a list is printed. */
export interface ListOptions {
  /** How many lines to begin with. */
  limit: number;
  follow?: boolean | undefined;
  json?: boolean | undefined;
}

/** What is printed as one line. */
export interface Entry {
  /** Unique in its list. */
  key: string;
  /** Milliseconds since 1970 on the tenant's clock. */
  at: number;
  /** In the order in which they are printed, without a value that is secret or personal. */
  fields: Record<string, string | number | string[] | null>;
}

/** Prints the newest lines of a list, with `follow` also those that come, until a signal comes or nobody reads them. */
export async function runList(name: keyof typeof lists, target: Target, options: ListOptions): Promise<void> {
  const stop = new AbortController();
  const end = () => stop.abort();
  process.stdout.on('error', end);
  if (options.follow) {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
    endWithNpx('escrow-sandbox');
  }
  const write = (line: string) => process.stdout.write(`${line}\n`);
  await printList(name, { ...options, target, write, intervalInMs: 1_000, signal: stop.signal });
}

interface PrintOptions extends ListOptions {
  target: Target;
  write(line: string): void;
  intervalInMs: number;
  /** Ends it. */
  signal: AbortSignal;
}

/** Prints a list to `write`. Throws a ControlError, or a CommandLineError if the sandbox stops answering. */
export async function printList(name: keyof typeof lists, options: PrintOptions): Promise<void> {
  const { target, limit, follow, json, write, intervalInMs, signal } = options;
  const control = openControl(target, signal);
  const seen = new Set<string>();
  try {
    for (let most = limit; ; most = mostEntries) {
      const entries = (await lists[name](control, follow ? mostEntries : limit)).filter(({ key }) => !seen.has(key));
      for (const { key } of entries) seen.add(key);
      for (const entry of entries.toSorted(byTime).slice(-most)) write(json ? toJson(entry) : toLine(entry));
      if (!follow) return;
      await pause(intervalInMs, undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw explainEnd(error, seen.size);
  }
}

/** What ended a list. After the first lines nobody needs to know how to start a sandbox. */
const explainEnd = (error: unknown, lines: number): unknown =>
  lines > 0 && Object(error).status === 0 ? failure('The sandbox stopped answering.', error) : error;

/** What a list of the control API has at most, so more than that in a second is not printed. */
const mostEntries = 1_000;

const lists = {
  events: async (control: Control, limit: number): Promise<Entry[]> =>
    (await control.deliveries({ limit })).deliveries.toReversed().flatMap(toAttempts),
  requests: async (control: Control, limit: number): Promise<Entry[]> =>
    (await control.requests({ limit })).requests.toReversed().map(toRequest),
};

/** The attempts to deliver an event; if there is none yet, the event itself. */
export function toAttempts({ id, milestoneId, status, createdAt, attemptLog }: ControlSchema<'Delivery'>): Entry[] {
  const event = { id, milestoneId, status };
  if (attemptLog.length === 0) return [{ key: id, at: createdAt, fields: { ...event, outcome: 'pending' } }];
  return attemptLog.map(({ number, startedAt, answerStatus, error }) => ({
    key: `${id} ${number}`,
    at: startedAt,
    fields: {
      ...{ ...event, outcome: error === null ? 'delivered' : 'failed' },
      ...{ attempt: number, answer: answerStatus, message: error },
    },
  }));
}

function toRequest(request: ControlSchema<'LoggedRequest'>): Entry {
  const { id, operationId, method, path, status, rule, message, createdAt } = request;
  const outcome = status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'answered';
  const warnings = request.warnings.map((warning) => warning.message);
  const call = operationId ?? `${method} ${path}`;
  return { key: id, at: createdAt, fields: { id, call, outcome, answer: status, rule, message, warnings } };
}

export const byTime = (first: Entry, second: Entry): number => first.at - second.at;

export const timeOf = (at: number): string => new Date(at).toISOString();

const toJson = ({ at, fields }: Entry): string => JSON.stringify({ at: timeOf(at), ...fields });

/** In words. What would begin another line becomes a space. */
export function toLine({ at, fields: { attempt, answer, rule, message, warnings, ...ids } }: Entry): string {
  const words = [
    ...Object.values(ids),
    attempt && `attempt ${attempt}`,
    answer === null ? 'no answer' : answer,
    rule,
    message,
    ...[warnings ?? []].flat().map((warning) => `warning: ${warning}`),
  ];
  return [timeOf(at), ...words.filter(Boolean)].join('  ').replaceAll(/\p{Cc}+/gu, ' ');
}
