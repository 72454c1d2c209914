import type { ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './rows.module.css';
import { useSteady } from './use-steady.ts';

/** A list whose entries are links. */
export function Rows({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <ul aria-label={label} className={styles['rows']}>
      {children}
    </ul>
  );
}

/** A list of links that grows at its top. New entries wait while the reader is in it. */
export function LiveRows<Entry>({
  label,
  entries,
  idOf,
  children,
}: {
  label: string;
  entries: Entry[];
  idOf(entry: Entry): string;
  children(entry: Entry): ReactNode;
}): ReactNode {
  const steady = useSteady(entries, idOf);
  return (
    <div className={styles['live']} {...steady.handlers}>
      {steady.waiting > 0 && (
        <button type="button" className={styles['news']} onClick={steady.showNew}>
          {`Show ${steady.waiting} new`}
        </button>
      )}
      <Rows label={label}>{steady.entries.map(children)}</Rows>
    </div>
  );
}

interface RowProps {
  href: string;
  badge: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  end?: ReactNode;
}

/** An entry: its title, a line below, and figures at its end. */
export function Row({ href, badge, title, text, end }: RowProps): ReactNode {
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
