import type { ReactNode } from 'react';
import type { LiveState } from '../live/follow-changes.ts';
import styles from './live-mark.module.css';

const texts: Record<LiveState, string> = { connecting: 'Connecting', live: 'Live', offline: 'Reconnecting' };

/** Shows whether changes arrive automatically. */
export function LiveMark({ state }: { state: LiveState }): ReactNode {
  return (
    <p role="status" className={`${styles['mark']} ${styles[state]}`}>
      <span aria-hidden className={styles['dot']} />
      {texts[state]}
    </p>
  );
}
