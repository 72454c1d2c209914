import type { ContractEvent, InsertOutcome } from '../event.ts';
import type { Acceptance } from './forward.ts';

/** What happens in a relay, for a log or a terminal. No body and no secret is among it. */
export type LogEntry =
  | { what: 'received'; event: ContractEvent; outcome: InsertOutcome }
  /** A body that is `quarantined` was signed and answered with 200. What is `not_stored` is sent again. */
  | { what: 'refused' | 'quarantined' | 'not_stored' | 'trouble'; reason: string }
  | (Attempt & { what: 'forwarded'; answer: Acceptance })
  | (Attempt & { what: 'failed'; reason: string; isOutage: boolean; retryAt: Date | undefined });

interface Attempt {
  target: string;
  event: ContractEvent;
  attempt: number;
}

export type Log = (entry: LogEntry) => void;

/** The status as the event says it: a deployment may have other names than the service. Empty if the body was damaged. */
export const statusOnTheWire = ({ body }: ContractEvent): string => String(body['status'] ?? '');

/** A text without control characters, which could change a terminal or fake a line. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '\ufffd');

/** An entry as one line of JSON, without the body of the event. */
export function toJson(entry: LogEntry, at: Date): string {
  const { milestoneId, referenceId } = 'event' in entry ? entry.event : {};
  const event = 'event' in entry ? statusOnTheWire(entry.event) : undefined;
  return printable(JSON.stringify({ at, ...entry, event, milestoneId, referenceId }));
}

/** An entry as one line for a terminal. */
export function toLine(entry: LogEntry, at: Date): string {
  const time = at.toISOString().slice(11, 23);
  if (!('event' in entry)) return printable(`${time} <-- ${entry.what}: ${entry.reason}`);
  const event = `${statusOnTheWire(entry.event)} ${entry.event.milestoneId ?? 'without a milestone'}`;
  if (entry.what === 'received')
    return printable(`${time} <-- ${event}${entry.outcome === 'duplicate' ? ' (duplicate)' : ''}`);
  const attempt = entry.attempt > 1 ? ` (attempt ${entry.attempt})` : '';
  return printable(`${time} --> ${entry.target} ${event} ${resultOf(entry)}${attempt}`);
}

function resultOf(entry: Extract<LogEntry, { target: string }>): string {
  if (entry.what === 'forwarded') return `${entry.answer.status} ${entry.answer.durationInMs} ms`;
  return `${entry.reason}, ${entry.retryAt ? `retry at ${entry.retryAt.toISOString().slice(11, 19)}` : 'dead'}`;
}

/** How often a line is repeated, at most. */
const intervalInMs = 60_000;

/**
 * Writes one line for each kind of failure, at most once a minute with how often it happened since, and one when a target that was
 * down takes events again.
 */
export function logFailures(write: (line: string) => void, now: () => Date): Log {
  /** When each line was written, and how often it would have been since. */
  const written = new Map<string, { at: Date; count: number }>();
  let isDown = false;

  function writeSeldom(line: string): void {
    const last = written.get(line);
    if (last && now().getTime() - last.at.getTime() < intervalInMs) {
      last.count += 1;
      return;
    }
    written.set(line, { at: now(), count: 0 });
    write(last?.count ? `${line} (${last.count} more times since ${last.at.toISOString()})` : line);
  }

  return (entry) => {
    const line = failureLine(entry, isDown);
    if (entry.what === 'forwarded') isDown = false;
    if (entry.what === 'failed') isDown ||= entry.isOutage;
    if (line !== undefined) writeSeldom(line);
  };
}

/** The same for each failure of a kind. What keeps an event from being stored is one kind, whoever meets it. */
function failureLine(entry: LogEntry, wasDown: boolean): string | undefined {
  switch (entry.what) {
    case 'received':
      return undefined;
    case 'forwarded':
      return wasDown ? `${entry.target}: accepts events again` : undefined;
    case 'failed':
      return `${entry.target}: ${entry.reason}${entry.retryAt ? '' : '. The event is dead. Replay it once the endpoint works'}`;
    case 'refused':
    case 'quarantined':
      return `${entry.what}: ${entry.reason}`;
    default:
      return `relay: ${entry.reason}`;
  }
}
