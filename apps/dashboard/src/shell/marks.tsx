import { Clock, Snowflake } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useControl, useIsGone, useTenant } from '../api/use-control.ts';
import { useNow } from '../api/use-now.ts';
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

const looks = {
  connecting: { text: 'Connecting', className: 'muted' },
  live: { text: 'Live', className: 'good' },
  offline: { text: 'Reconnecting', className: 'bad' },
  gone: { text: 'No such tenant', className: 'muted' },
};

/** Whether the sandbox answers, so that changes appear by themselves. */
function useLiveState(): keyof typeof looks {
  const { isSuccess, isError, failureCount } = useControl('describe');
  if (useIsGone()) return 'gone';
  if (isError || failureCount > 0) return 'offline';
  return isSuccess ? 'live' : 'connecting';
}

/** Shows whether changes appear by themselves. */
export function LiveMark(): ReactNode {
  const { text, className } = looks[useLiveState()];
  return (
    <p role="status" className={`row ${className}`}>
      <span aria-hidden className="dot" />
      {text}
    </p>
  );
}
