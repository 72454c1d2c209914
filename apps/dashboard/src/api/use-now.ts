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

/** What is read from the time on the tenant's clock, in milliseconds since 1970; undefined until it is known. Ticks once a second. */
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
