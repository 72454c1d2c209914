import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { AttemptName } from '../ui/attempt-entry.tsx';
import { Age, NowMark, Time } from '../ui/time.tsx';

type Due = ControlSchema<'Due'>;

interface DueLineProps {
  page: ControlSchema<'DuePage'>;
  now: number;
  /** What is due later is not in the page. */
  until: number | undefined;
}

/** What will be done by itself from now on, earliest first, on a line. */
export function DueLine({ page: { due, nextCursor }, now, until }: DueLineProps): ReactNode {
  return (
    <ol className="timeline" aria-label="Due">
      <NowMark now={now} />
      {due.map((one) => (
        <li key={`${one.kind} ${one.kind === 'delivery' ? one.deliveryId : one.milestoneId}`} className="planned">
          <p>
            <DueLink due={one} /> {one.title && <bdi className="muted">{one.title}</bdi>}
          </p>
          <p className="muted">
            <Time at={one.dueAt} /> (<Age at={one.dueAt} />)
          </p>
        </li>
      ))}
      {nextCursor !== null && <li className="planned">More is due later.</li>}
      {due.length === 0 && (
        <li className="planned">{until === undefined ? 'Nothing is due.' : 'Nothing is due by then.'}</li>
      )}
    </ol>
  );
}

function DueLink({ due }: { due: Due }): ReactNode {
  if (due.kind === 'move') return <Link href={`/contracts/${due.milestoneId}`}>Automatic {due.move}</Link>;
  return (
    <Link href={`/deliveries/${due.deliveryId}`}>
      <AttemptName {...due} />
    </Link>
  );
}
