import type { ContractEvent, InsertOutcome } from '../event.ts';
import type { Acceptance } from './forward.ts';

/** What happens in a relay, for a log or a terminal. No body and no secret is among it. */
export type RelayNews =
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

export type Tell = (news: RelayNews) => void;

/** The status as the event says it: a deployment may have other names than the service. Empty if the body was damaged. */
export const statusOnTheWire = ({ body }: ContractEvent): string => String(body['status'] ?? '');

/** A text without control characters, which could change a terminal or fake a line. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '\ufffd');

/** News as one line of JSON, without the body of the event. */
export function toJson(news: RelayNews, at: Date): string {
  const { milestoneId, referenceId } = 'event' in news ? news.event : {};
  const event = 'event' in news ? statusOnTheWire(news.event) : undefined;
  return printable(JSON.stringify({ at, ...news, event, milestoneId, referenceId }));
}

/** News as one line for a terminal. */
export function toLine(news: RelayNews, at: Date): string {
  const time = at.toISOString().slice(11, 23);
  if (!('event' in news)) return printable(`${time} <-- ${news.what}: ${news.reason}`);
  const event = `${statusOnTheWire(news.event)} ${news.event.milestoneId ?? 'without a milestone'}`;
  if (news.what === 'received') return printable(`${time} <-- ${event}${news.outcome === 'duplicate' ? ' again' : ''}`);
  const attempt = news.attempt > 1 ? ` (attempt ${news.attempt})` : '';
  return printable(`${time} --> ${news.target} ${event} ${resultOf(news)}${attempt}`);
}

function resultOf(news: Extract<RelayNews, { target: string }>): string {
  if (news.what === 'forwarded') return `${news.answer.status} ${news.answer.durationInMs} ms`;
  return `${news.reason}, ${news.retryAt ? `again at ${news.retryAt.toISOString().slice(11, 19)}` : 'given up'}`;
}

/** How often a line is repeated, at most. */
const intervalInMs = 60_000;

/**
 * Writes one line for each kind of failure, at most once a minute with how often it happened since, and one when a target that was
 * down takes events again.
 */
export function logFailures(write: (line: string) => void, now: () => Date): Tell {
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
    write(last?.count ? `${line} (${last.count} times more since ${last.at.toISOString()})` : line);
  }

  return (news) => {
    const line = failureLine(news, isDown);
    if (news.what === 'forwarded') isDown = false;
    if (news.what === 'failed') isDown ||= news.isOutage;
    if (line !== undefined) writeSeldom(line);
  };
}

/** The same for each failure of a kind. What keeps an event from being stored is one kind, whoever meets it. */
function failureLine(news: RelayNews, wasDown: boolean): string | undefined {
  switch (news.what) {
    case 'received':
      return undefined;
    case 'forwarded':
      return wasDown ? `${news.target}: takes events again` : undefined;
    case 'failed':
      return `${news.target}: ${news.reason}${news.retryAt ? '' : '. The event is dead: replay it when the target works again'}`;
    case 'refused':
    case 'quarantined':
      return `${news.what}: ${news.reason}`;
    default:
      return `relay: ${news.reason}`;
  }
}
