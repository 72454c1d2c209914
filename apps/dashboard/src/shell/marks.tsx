import { Clock, Snowflake } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useTenant } from '../api/use-control.ts';
import { useNow } from '../api/use-now.ts';
import type { LiveState } from '../live/follow-changes.ts';
import { timeText } from '../ui/text.ts';

/** The time on the tenant's clock, and whether it is frozen. */
export function ClockMark(): ReactNode {
  const text = useNow((now) => now && timeText(now));
  const tenant = useTenant();
  if (!tenant) return null;
  const { isFrozen, offsetInMs } = tenant.clock;
  const Icon = isFrozen ? Snowflake : Clock;
  const isMoved = isFrozen || offsetInMs !== 0;
  return (
    <Link href="/clock" className={`plain-link ${isMoved ? 'badge blue' : 'row muted'}`}>
      <Icon aria-hidden size={16} />
      <span>{isFrozen ? 'Frozen at' : isMoved ? 'Moved to' : 'Clock'}</span>
      <span>{text}</span>
    </Link>
  );
}

const looks: Record<LiveState, { text: string; className: string }> = {
  connecting: { text: 'Connecting', className: 'muted' },
  live: { text: 'Live', className: 'good' },
  offline: { text: 'Reconnecting', className: 'bad' },
  gone: { text: 'No such tenant', className: 'muted' },
};

/** Shows whether changes arrive automatically. */
export function LiveMark({ state }: { state: LiveState }): ReactNode {
  const { text, className } = looks[state];
  return (
    <p role="status" className={`row ${className}`}>
      <span aria-hidden className="dot" />
      {text}
    </p>
  );
}
