import { Dialog } from '@base-ui/react/dialog';
import { ControlError } from '@escrow-kit/sandbox-control';
import { Menu, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { readControlToken } from '../api/control-token.ts';
import { useTenantId, useTenantState } from '../api/use-tenant-state.ts';
import iconUrl from '../icon.svg';
import { useLive } from '../live/use-live.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Problem } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { ClockMark } from './clock-mark.tsx';
import { LiveMark } from './live-mark.tsx';
import { Navigation } from './navigation.tsx';
import { SearchBox } from './search-box.tsx';
import styles from './shell.module.css';
import { TenantSwitch } from './tenant-switch.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** The frame of every page: navigation, search, clock, and whether the page is live. */
export function Shell({ children }: { children: ReactNode }): ReactNode {
  const live = useLive();
  const main = useFocusOnPage();
  return (
    <div className={styles['shell']}>
      <a href="#main" className={styles['skip']}>
        Skip to the content
      </a>
      <aside className={styles['side']} aria-label="Navigation">
        <Side />
      </aside>
      <div className={styles['body']}>
        <header className={styles['bar']}>
          <Drawer />
          <SearchBox />
          <div className={styles['marks']}>
            <ClockMark />
            <LiveMark state={live} />
          </div>
        </header>
        <main ref={main} id="main" tabIndex={-1} className={styles['main']}>
          <OfTenant>{children}</OfTenant>
        </main>
      </div>
    </div>
  );
}

function Side({ onLeave }: { onLeave?: () => void }): ReactNode {
  const tenant = useTenantId();
  return (
    <>
      <Link href={`/dashboard/${tenant}`} className={styles['brand']} onClick={onLeave}>
        <img src={iconUrl} alt="" width={28} height={28} />
        Escrow sandbox
      </Link>
      <TenantSwitch />
      <Navigation {...(onLeave && { onLeave })} />
      <div className={styles['foot']}>
        <ThemeSwitch />
        {/* A link can't send the control token. */}
        {readControlToken() === undefined && (
          <a href="/_sandbox/openapi.json" className={styles['document']}>
            Control API
          </a>
        )}
      </div>
    </>
  );
}

/** The navigation on a narrow screen. */
function Drawer(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger className={styles['open']} aria-label="Open the navigation">
        <Menu aria-hidden size={20} />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['backdrop']} />
        <Dialog.Popup className={styles['drawer']} aria-label="Navigation">
          <Dialog.Close className={styles['close']} aria-label="Close the navigation">
            <X aria-hidden size={20} />
          </Dialog.Close>
          <Side onLeave={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The page, below a notice if the sandbox does not answer; replaced by one if the tenant does not exist. */
function OfTenant({ children }: { children: ReactNode }): ReactNode {
  const tenant = useTenantId();
  const { error } = useTenantState();
  const isGone = error instanceof ControlError && error.status === 404;
  if (isGone) {
    return (
      <Page title={`There is no tenant ${tenant}`}>
        <Problem error={error} title="The tenant could not be read" />
        <div>
          <ButtonLink href="/dashboard/default">Show the default tenant</ButtonLink>
        </div>
      </Page>
    );
  }
  return (
    <>
      {error && (
        <div className={styles['problem']}>
          <Problem error={error} title="The tenant could not be read" />
        </div>
      )}
      {children}
    </>
  );
}

/** Moves the focus to the content of each new page, as a browser does, so that a screen reader continues there. */
function useFocusOnPage(): React.RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const [location] = useLocation();
  const last = useRef(location);
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
    if (last.current === location) return;
    last.current = location;
    // After going back, the browser restores the position.
    if (!isTraversal.current) window.scrollTo(0, 0);
    isTraversal.current = false;
    // The focus stays in the search box and in the choice of the tenant.
    if (!document.activeElement?.matches('input, select')) main.current?.focus({ preventScroll: true });
  }, [location]);
  return main;
}
