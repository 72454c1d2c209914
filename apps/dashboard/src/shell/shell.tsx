import { Menu, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useControl, useIsGone } from '../api/use-control.ts';
import { useTenantId } from '../api/use-tenant.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Problem } from '../ui/notice.tsx';
import { Page, Toolbar } from '../ui/page.tsx';
import { ClockMark, LiveMark } from './marks.tsx';
import { Navigation, type NavigationLink } from './navigation.tsx';
import { SearchBox } from './search-box.tsx';
import './shell.css';

interface ShellProps {
  links: NavigationLink[];
  children: ReactNode;
}

/** The frame of every page: navigation, search, clock, and whether the page is live. */
export function Shell({ links, children }: ShellProps): ReactNode {
  const main = useFocusOnPage();
  return (
    <div className="shell">
      <a href="#main" className="skip button primary">
        Skip to the content
      </a>
      <aside aria-label="Navigation" className="side stack">
        <Navigation links={links} />
      </aside>
      <div>
        <header className="row apart">
          <Drawer links={links} />
          <SearchBox />
          <div className="row">
            <ClockMark />
            <LiveMark />
          </div>
        </header>
        <main ref={main} id="main" tabIndex={-1} className="stack">
          <OfTenant>{children}</OfTenant>
        </main>
      </div>
    </div>
  );
}

/** The navigation on a narrow screen. */
function Drawer({ links }: Pick<ShellProps, 'links'>): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className="button quiet menu"
        aria-label="Open the navigation"
        onClick={() => setOpen(true)}
      >
        <Menu aria-hidden size={20} />
      </button>
      {isOpen && (
        <Dialog aria-label="Navigation" className="side stack" onClose={close}>
          <button type="button" className="button quiet close" aria-label="Close the navigation" onClick={close}>
            <X aria-hidden size={20} />
          </button>
          <Navigation links={links} onLeave={close} />
        </Dialog>
      )}
    </>
  );
}

/** The page, below a notice if the sandbox does not answer; replaced by one if the tenant does not exist. */
function OfTenant({ children }: { children: ReactNode }): ReactNode {
  const tenant = useTenantId();
  const { error } = useControl('describe');
  if (useIsGone()) {
    return (
      <Page title={`There is no tenant ${tenant}`}>
        <p>It was deleted, or its name in the address is misspelt. Choose another one, or create it.</p>
        <Toolbar>
          <ButtonLink href="~/dashboard/default">Show the default tenant</ButtonLink>
          <ButtonLink href="~/dashboard/default/tenants">View all tenants, or create one</ButtonLink>
        </Toolbar>
      </Page>
    );
  }
  return (
    <>
      <Problem error={error} title="The tenant could not be read" />
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
    // The focus stays in the search box and in the choice of the tenant.
    if (!document.activeElement?.matches('input, select')) main.current?.focus({ preventScroll: true });
  }, [place]);
  return main;
}
