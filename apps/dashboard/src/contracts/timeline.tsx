import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { Age, Time } from '../ui/time.tsx';
import styles from './timeline.module.css';
import { timelineEntries } from './timeline-entries.ts';

/** The past and planned events of a milestone, by the tenant's clock. */
export function Timeline({ milestone }: { milestone: ControlSchema<'Milestone'> }): ReactNode {
  return (
    <ol className={styles['list']}>
      {timelineEntries(milestone).map(({ key, at, title, details, kind }) => (
        <li key={key} className={`${styles['entry']} ${styles[kind]}`}>
          <p className={styles['title']}>{title}</p>
          <p className={styles['time']}>
            <Time at={at} /> (<Age at={at} />)
          </p>
          {Object.entries(details).map(([position, detail]) => (
            <p key={position} className={styles['detail']}>
              {detail}
            </p>
          ))}
        </li>
      ))}
    </ol>
  );
}
