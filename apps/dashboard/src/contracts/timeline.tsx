import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { StateName } from '../ui/badge.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Age, Time } from '../ui/time.tsx';
import { timelineEntries } from './timeline-entries.ts';

/** The past and planned events of a milestone, by the tenant's clock. */
export function Timeline({ milestone }: { milestone: ControlSchema<'Milestone'> }): ReactNode {
  return (
    <ol className="timeline">
      {timelineEntries(milestone).map(({ key, at, title, details, reference, kind }) => (
        <li key={key} className={kind}>
          <p>
            <strong>{kind === 'state' ? <StateName state={title} /> : title}</strong>
          </p>
          <p className="muted">
            <Time at={at} /> (<Age at={at} />)
          </p>
          {Object.entries(details).map(([position, detail]) => (
            <p key={position}>{detail}</p>
          ))}
          {reference && (
            <p>
              Reference <CopyText text={reference} />
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
