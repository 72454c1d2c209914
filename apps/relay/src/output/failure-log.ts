import type { TellNews } from './news.ts';

/** How often a line is repeated, at most. */
const intervalInMs = 60_000;

/** A kind of line that was written. */
interface Written {
  at: Date;
  /** How often it would have been written since. */
  count: number;
}

/**
 * Writes one line for each kind of failure, at most once a minute with how often it happened since, and one when a target that was
 * down takes events again.
 */
export function logFailures(write: (line: string) => void, now: () => Date): TellNews {
  const written = new Map<string, Written>();
  const down = new Set<string>();

  function writeSeldom(line: string): void {
    const time = now();
    const last = written.get(line);
    if (last && time.getTime() - last.at.getTime() < intervalInMs) {
      last.count += 1;
      return;
    }
    const more = last && last.count > 0 ? ` (${last.count} times more since ${last.at.toISOString()})` : '';
    written.set(line, { at: time, count: 0 });
    write(`${line}${more}`);
  }

  return (news) => {
    switch (news.what) {
      case 'trouble':
        return writeSeldom(`${news.target ?? 'relay'}: ${news.message}`);
      case 'refused':
      case 'quarantined':
      case 'not_stored':
        return writeSeldom(`${news.what}: ${news.reason}`);
      case 'failed':
        if (news.isOutage) down.add(news.target);
        return writeSeldom(
          `${news.target}: ${news.kind}${news.retryAt ? '' : '. The event is dead: replay it when the target works again'}`,
        );
      case 'forwarded':
        if (down.delete(news.target)) writeSeldom(`${news.target}: takes events again`);
    }
  };
}
