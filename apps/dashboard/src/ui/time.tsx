import type { ReactNode } from 'react';
import { useNow } from '../api/use-now.ts';
import { distanceText, timeText } from './text.ts';

/** A time on the tenant's clock. */
export function Time({ at }: { at: number }): ReactNode {
  const iso = new Date(at).toISOString();
  return <time {...{ dateTime: iso, title: iso }}>{timeText(at)}</time>;
}

/** The distance of a time from the tenant's clock. */
export function Age({ at }: { at: number }): ReactNode {
  const text = useNow((now) => (now === undefined ? timeText(at) : distanceText(at - now)));
  return (
    <time dateTime={new Date(at).toISOString()} title={timeText(at)}>
      {text}
    </time>
  );
}
