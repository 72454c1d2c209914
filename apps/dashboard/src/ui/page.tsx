import { ControlError } from '@escrow-kit/sandbox-control';
import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { useTenantId } from '../api/use-control.ts';
import { ButtonLink } from './button.tsx';
import { Notice, Problem } from './notice.tsx';

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
      {isCard ? <div className="card surface stack">{children}</div> : children}
    </section>
  );
}

/** Names with their values. */
export function Facts({ facts }: { facts: Record<string, ReactNode> }): ReactNode {
  return (
    <dl className="grid">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt className="muted">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface LoadedProps<Data> {
  /** What a query read, and its last error. */
  query: { data: Data | undefined; error: Error | null };
  /** What is read, for an error. */
  what: string;
  children(data: Data): ReactNode;
}

/** Shows what a query read: that it is loading, why it could not be read, or its data. */
export function Loaded<Data>({ query: { data, error }, what, children }: LoadedProps<Data>): ReactNode {
  return (
    <>
      <Problem error={error} title={`Could not ${data === undefined ? 'load' : 'refresh'} ${what}`} />
      {data === undefined && !error && (
        <p role="status" className="muted">
          Loading…
        </p>
      )}
      {data !== undefined && children(data)}
    </>
  );
}

interface DetailProps<Data> extends Omit<LoadedProps<Data>, 'what'> {
  /** Such as `Contract`. */
  title: string;
  /** The list that it is in. */
  back: { href: string; label: string };
}

/** The page of one thing: `children` shows it; before it is read, and when the tenant does not have it, the page says so. */
export function Detail<Data>({ title, back, query, children }: DetailProps<Data>): ReactNode {
  const tenant = useTenantId();
  const { data, error } = query;
  // Also of what was there before, such as after a reset.
  const isMissing = error instanceof ControlError && error.status === 404 && error.field !== 'tenant';
  if (data !== undefined && !isMissing) return children(data);
  if (!isMissing) {
    return (
      <Page {...{ title, back }}>
        <Loaded query={query} what={`the ${title.toLowerCase()}`}>
          {children}
        </Loaded>
      </Page>
    );
  }
  const actions = <ButtonLink href={back.href}>View all {back.label.toLowerCase()}</ButtonLink>;
  return (
    <Page {...{ title, back }}>
      <Notice title={`No ${title.toLowerCase()} with this ID in tenant ${tenant}.`} actions={actions}>
        <p>It was deleted by a reset, or it belongs to another tenant.</p>
      </Notice>
    </Page>
  );
}
