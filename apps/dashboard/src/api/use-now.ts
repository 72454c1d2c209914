import { useSyncExternalStore } from 'react';
import { useControl } from './use-control.ts';

const tickInMs = 1000;

/** One timer for the whole page. */
const ticks = new EventTarget();
let tickedAt = Date.now();
setInterval(() => {
  tickedAt = Date.now();
  ticks.dispatchEvent(new Event('tick'));
}, tickInMs);

/**
 * Returns what `read` makes of the time on the tenant's clock, in milliseconds since 1970; undefined until it is known. The time ticks
 * once a second, and the component renders only if the result changes.
 */
export function useNow<Value extends string | number | boolean | undefined>(
  read: (now: number | undefined) => Value,
): Value {
  const { data, dataUpdatedAt } = useControl('describe');
  return useSyncExternalStore(watchTicks, () => {
    const sinceRead = data?.clock.isFrozen ? 0 : Math.max(0, tickedAt - dataUpdatedAt);
    return read(data && data.clock.now + sinceRead);
  });
}

function watchTicks(callback: () => void): () => void {
  ticks.addEventListener('tick', callback);
  return () => ticks.removeEventListener('tick', callback);
}
