import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';

/** Props of a page. */
export interface PageProps {
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
    <div className="page">
      <header className="stack">
        {back && (
          <Link href={back.href} className="muted row plain-link">
            <ChevronLeft aria-hidden size={16} />
            {back.label}
          </Link>
        )}
        <div className="row apart">
          <div className="row">
            <h1>{title}</h1>
            {badges}
          </div>
          <div className="row">{actions}</div>
        </div>
        {intro && <div className="intro">{intro}</div>}
      </header>
      {children}
    </div>
  );
}

interface SectionProps extends Pick<PageProps, 'title' | 'intro' | 'actions' | 'children'> {
  /** Whether its content is on a card. */
  isCard?: boolean;
}

/** A part of a page with its own heading. */
export function Section({ title, intro, actions, isCard = false, children }: SectionProps): ReactNode {
  return (
    <section className="stack" aria-label={title}>
      <div className="row apart">
        <h2>{title}</h2>
        {actions}
      </div>
      {intro && <div className="intro">{intro}</div>}
      {isCard ? <Card>{children}</Card> : children}
    </section>
  );
}

/** A surface for related content. */
export function Card({ children }: { children: ReactNode }): ReactNode {
  return <div className="card surface stack">{children}</div>;
}

/** Parts beside each other if there is room. */
export function Columns({ children }: { children: ReactNode }): ReactNode {
  return <div className="columns">{children}</div>;
}

/** Buttons and fields in a row that wraps. */
export function Toolbar({ children }: { children: ReactNode }): ReactNode {
  return <div className="row toolbar">{children}</div>;
}
