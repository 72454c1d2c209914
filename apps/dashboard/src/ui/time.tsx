import type { ReactNode } from 'react';
import { useNow } from '../api/use-now.ts';
import { distanceText, timeText } from './time-text.ts';

/** A time on the tenant's clock. */
export function Time({ at }: { at: number }): ReactNode {
  return (
    <time dateTime={new Date(at).toISOString()} title={new Date(at).toISOString()}>
      {timeText(at)}
    </time>
  );
}

/** The distance of a time from the tenant's clock. */
export function Age({ at }: { at: number }): ReactNode {
  const now = useNow();
  return (
    <time dateTime={new Date(at).toISOString()} title={timeText(at)}>
      {now === undefined ? timeText(at) : distanceText(at - now)}
    </time>
  );
}
