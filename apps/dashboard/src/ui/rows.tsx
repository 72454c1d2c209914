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

/** Such a list, which grows at its top while it is read. */
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

/** An entry: its title, a line below, and figures at its end. */
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
