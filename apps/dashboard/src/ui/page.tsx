import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import styles from './page.module.css';

interface PageProps {
  title: string;
  intro?: ReactNode;
  badges?: ReactNode;
  actions?: ReactNode;
  /** The page to go back to. */
  back?: { href: string; label: string };
  children: ReactNode;
}

/** A page: its heading, actions and content. */
export function Page({ title, intro, badges, actions, back, children }: PageProps): ReactNode {
  useEffect(() => {
    document.title = `${title} · Escrow sandbox`;
  }, [title]);
  return (
    <div className={styles['page']}>
      <header className={styles['header']}>
        {back && (
          <Link href={back.href} className={styles['back']}>
            <ChevronLeft aria-hidden size={16} />
            {back.label}
          </Link>
        )}
        <div className={styles['heading']}>
          <div className={styles['title']}>
            <h1>{title}</h1>
            {badges}
          </div>
          {actions && <div className={styles['actions']}>{actions}</div>}
        </div>
        {intro && <div className={styles['intro']}>{intro}</div>}
      </header>
      {children}
    </div>
  );
}

interface SectionProps {
  title: string;
  intro?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of a page with its own heading. */
export function Section({ title, intro, actions, children }: SectionProps): ReactNode {
  return (
    <section className={styles['section']} aria-label={title}>
      <div className={styles['heading']}>
        <h2>{title}</h2>
        {actions && <div className={styles['actions']}>{actions}</div>}
      </div>
      {intro && <div className={styles['intro']}>{intro}</div>}
      {children}
    </section>
  );
}

/** A surface for related content. */
export function Card({ children }: { children: ReactNode }): ReactNode {
  return <div className={styles['card']}>{children}</div>;
}

/** Parts beside each other if there is room. */
export function Columns({ children }: { children: ReactNode }): ReactNode {
  return <div className={styles['columns']}>{children}</div>;
}

/** Buttons and fields in a row that wraps. */
export function Toolbar({ children }: { children: ReactNode }): ReactNode {
  return <div className={styles['toolbar']}>{children}</div>;
}
