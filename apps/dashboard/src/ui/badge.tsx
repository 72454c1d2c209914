import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './badge.module.css';

/** The meaning of a colour. */
export type Tone = 'gray' | 'amber' | 'blue' | 'violet' | 'green' | 'red';

/** A state as a coloured word. */
export function Badge({
  tone,
  icon: Icon,
  children,
}: {
  tone: Tone;
  icon?: LucideIcon;
  children: ReactNode;
}): ReactNode {
  return (
    <span className={`${styles['badge']} ${styles[tone]}`}>
      {Icon && <Icon aria-hidden size={13} />}
      {children}
    </span>
  );
}
