import { Clock, Snowflake } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useNow } from '../api/use-now.ts';
import { useTenantId, useTenantState } from '../api/use-tenant-state.ts';
import { timeText } from '../ui/time-text.ts';
import styles from './clock-mark.module.css';

/** The time on the tenant's clock, and whether it is frozen. */
export function ClockMark(): ReactNode {
  const tenant = useTenantId();
  const now = useNow();
  const { data } = useTenantState();
  if (!data || now === undefined) return null;
  const { isFrozen, offsetInMs } = data.clock;
  const Icon = isFrozen ? Snowflake : Clock;
  const isMoved = isFrozen || offsetInMs !== 0;
  return (
    <Link href={`/dashboard/${tenant}/clock`} className={`${styles['mark']} ${isMoved ? styles['moved'] : ''}`}>
      <Icon aria-hidden size={16} />
      <span className={styles['prefix']}>{isFrozen ? 'Frozen' : isMoved ? 'Moved' : 'Clock'}</span>
      <span className={styles['time']}>{timeText(now)}</span>
    </Link>
  );
}
