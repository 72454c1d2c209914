import type { ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './rows.module.css';

/** A list whose entries lead somewhere. */
export function Rows({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <ul aria-label={label} className={styles['rows']}>
      {children}
    </ul>
  );
}

/** An entry: what it is, a line below, and figures at its end. */
export function Row({
  href,
  badge,
  title,
  text,
  end,
}: {
  href: string;
  badge: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  end?: ReactNode;
}): ReactNode {
  return (
    <li className={styles['row']}>
      <Link href={href} className={styles['link']}>
        <span className={styles['badge']}>{badge}</span>
        <span className={styles['main']}>
          <span className={styles['title']}>{title}</span>
          {text && <span className={styles['text']}>{text}</span>}
        </span>
        {end && <span className={styles['end']}>{end}</span>}
      </Link>
    </li>
  );
}
