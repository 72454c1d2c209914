import { CircleX, Clock, FileText, House, type LucideIcon, ScrollText, Send, Snowflake } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { useControl, useIsGone, useTenant, useTenantId } from '../api/use-control.ts';
import { useNow } from '../api/use-now.ts';
import iconUrl from '../icon.svg';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Problem } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { timeText } from '../ui/text.ts';
import { TenantMenu, tenantMenuId } from './tenant-menu.tsx';
import './shell.css';

/** The pages in the navigation. */
const links: [path: string, label: string, icon: LucideIcon][] = [
  ['/', 'Overview', House],
  ['/contracts', 'Contracts', FileText],
  ['/requests', 'Requests', ScrollText],
  ['/deliveries', 'Deliveries', Send],
  ['/clock', 'Clock', Clock],
];

/** The frame of every page: navigation, tenant, clock, and whether the page is live. */
export function Shell({ children }: { children: ReactNode }): ReactNode {
  const main = useFocusOnPage();
  return (
    <>
      <a href="#main" className="skip button primary">
        Skip to content
      </a>
      <header className="bar">
        <Link href="/" className="row plain-link brand" aria-label="Escrow sandbox">
          <img src={iconUrl} alt="" width={26} height={26} />
          <strong>Escrow sandbox</strong>
        </Link>
        <Navigation />
        <div className="row">
          <ClockMark />
          <LiveMark />
          <TenantMenu />
        </div>
      </header>
      <main ref={main} id="main" tabIndex={-1} className="stack">
        <OfTenant>{children}</OfTenant>
      </main>
    </>
  );
}

function Navigation(): ReactNode {
  const [location] = useLocation();
  return (
    <nav aria-label="Dashboard">
      <ul>
        {links.map(([path, label, Icon]) => (
          <li key={path}>
            <Link
              href={path}
              className="plain-link"
              aria-current={(path === '/' ? location === path : location.startsWith(path)) ? 'page' : undefined}
            >
              <Icon aria-hidden size={18} />
              <span>{label}</span>
              {path === '/deliveries' && <FailedDeliveries />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function FailedDeliveries(): ReactNode {
  const { failedDeliveries = 0 } = useTenant()?.counts ?? {};
  if (failedDeliveries === 0) return null;
  return (
    <span className="badge red">
      <CircleX size={13} role="img" aria-label="Failed:" />
      {failedDeliveries.toLocaleString('en')}
    </span>
  );
}

/** The time on the tenant's clock, and whether it is frozen. */
function ClockMark(): ReactNode {
  const text = useNow((now) => now && timeText(now));
  const clock = useTenant()?.clock;
  if (!clock) return null;
  const { isFrozen, offsetInMs } = clock;
  const isMoved = isFrozen || offsetInMs !== 0;
  return (
    <Link href="/clock" className={`plain-link clock-mark ${isMoved ? 'badge blue' : 'row muted'}`}>
      {isFrozen && <Snowflake aria-hidden size={14} />}
      <span className={isMoved ? undefined : 'unseen'}>{isFrozen ? 'Frozen' : isMoved ? 'Adjusted' : 'Clock'}</span>
      <span>{text}</span>
    </Link>
  );
}

const liveLooks = {
  connecting: ['Connecting', 'muted'],
  live: ['Live', 'good'],
  offline: ['Reconnecting', 'bad'],
  gone: ['No such tenant', 'muted'],
};

/** Shows whether the sandbox answers, so that changes appear automatically. */
function LiveMark(): ReactNode {
  const { isSuccess, isError, failureCount } = useControl('describe');
  const isGone = useIsGone();
  const state = isGone ? 'gone' : isError || failureCount > 0 ? 'offline' : isSuccess ? 'live' : 'connecting';
  const [text, className] = liveLooks[state];
  return (
    <p role="status" className={`row ${className}`}>
      <span aria-hidden className="dot" />
      {text}
    </p>
  );
}

/** The page, below a notice if the sandbox does not answer; replaced by one if the tenant does not exist. */
function OfTenant({ children }: { children: ReactNode }): ReactNode {
  const tenant = useTenantId();
  const { error } = useControl('describe');
  if (useIsGone()) {
    return (
      <Page title={`There is no tenant ${tenant}`}>
        <p>It was deleted, or the URL has a wrong name. Choose another tenant or create this one.</p>
        <div className="row">
          <ButtonLink href="~/dashboard/default">Show the default tenant</ButtonLink>
          <Button popoverTarget={tenantMenuId}>Choose or create a tenant</Button>
        </div>
      </Page>
    );
  }
  return (
    <>
      <Problem error={error} title="Could not load the tenant" />
      {children}
    </>
  );
}

/** Moves the focus to the content of each new page, as a browser does, so that a screen reader continues there. */
function useFocusOnPage(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const place = `${useTenantId()} ${useLocation()[0]}`;
  const last = useRef(place);
  const isTraversal = useRef(false);
  useEffect(() => {
    const onTraversal = () => {
      isTraversal.current = true;
    };
    // In the capture phase, to run before the router.
    window.addEventListener('popstate', onTraversal, true);
    return () => window.removeEventListener('popstate', onTraversal, true);
  }, []);
  useEffect(() => {
    if (last.current === place) return;
    last.current = place;
    // After going back, the browser restores the position.
    if (!isTraversal.current) window.scrollTo(0, 0);
    isTraversal.current = false;
    // The focus stays in the choice of the tenant.
    if (!document.activeElement?.matches('select')) main.current?.focus({ preventScroll: true });
  }, [place]);
  return main;
}
