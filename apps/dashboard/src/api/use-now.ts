import { useEffect, useState } from 'react';
import { useControl } from './use-control.ts';

const tickInMs = 1000;

/** The time on the tenant's clock, in milliseconds since 1970; undefined until it is known. Ticks once a second. */
export function useNow(): number | undefined {
  const { data, dataUpdatedAt } = useControl('describe');
  const [, tick] = useState(0);
  const isRunning = data !== undefined && !data.clock.isFrozen;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), tickInMs);
    return () => clearInterval(timer);
  }, [isRunning]);
  if (!data) return undefined;
  return data.clock.isFrozen ? data.clock.now : data.clock.now + Date.now() - dataUpdatedAt;
}
