import { CircleX, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { readControlToken } from '../api/control-token.ts';
import { useControl, useIsGone, useTenant } from '../api/use-control.ts';
import { useTenantId } from '../api/use-tenant.ts';
import iconUrl from '../icon.svg';
import { SelectField } from '../ui/field.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** A page in the navigation. */
export interface NavigationLink {
  path: string;
  label: string;
  icon: LucideIcon;
}

interface NavigationProps {
  links: NavigationLink[];
  /** Called when a link is followed. */
  onLeave?(): void;
}

/** The name of the dashboard, the choice of the tenant, and links to every page. */
export function Navigation({ links, onLeave }: NavigationProps): ReactNode {
  const [location] = useLocation();
  return (
    <>
      <Link href="/" className="row plain-link" onClick={onLeave}>
        <img src={iconUrl} alt="" width={28} height={28} />
        <strong>Escrow sandbox</strong>
      </Link>
      <TenantSwitch />
      <nav aria-label="Dashboard">
        <ul>
          {links.map(({ path, label, icon: Icon }) => (
            <li key={path}>
              <Link
                href={path}
                className="row muted plain-link"
                aria-current={(path === '/' ? location === path : location.startsWith(path)) ? 'page' : undefined}
                onClick={onLeave}
              >
                <Icon aria-hidden size={18} />
                <span>{label}</span>
                <Count path={path} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="foot stack">
        <ThemeSwitch />
        {/* A link can't send the control token. */}
        {readControlToken() === undefined && (
          <a href="/_sandbox/openapi.json" className="muted">
            Control API
          </a>
        )}
      </div>
    </>
  );
}

/** How much the tenant has of what a page lists; of the deliveries, also how many failed. */
function Count({ path }: { path: string }): ReactNode {
  const tenant = useTenant();
  if (!tenant) return null;
  const { contracts, requests, users, events, failedDeliveries } = tenant.counts;
  const counts: Record<string, number> = {
    '/contracts': contracts,
    '/requests': requests,
    '/deliveries': events,
    '/people': users,
  };
  const count = counts[path] ?? 0;
  return (
    <>
      {path === '/deliveries' && failedDeliveries > 0 && (
        <span className="badge red">
          <CircleX size={13} role="img" aria-label="Failed:" />
          {failedDeliveries.toLocaleString('en')}
        </span>
      )}
      {count > 0 && <small>{count.toLocaleString('en')}</small>}
    </>
  );
}

/** The most tenants to choose from. The page of tenants has all. */
const mostListed = 100;

function TenantSwitch(): ReactNode {
  const tenant = useTenantId();
  const isGone = useIsGone();
  const [, navigate] = useLocation();
  const { data } = useControl('tenants', { limit: mostListed });
  const listed = (data?.tenants ?? []).map(({ id }) => id);
  return (
    <SelectField
      label="Tenant"
      value={isGone ? '' : tenant}
      options={isGone ? [['', 'Choose a tenant'], ...listed.sort()] : [...new Set([tenant, ...listed])].sort()}
      onValue={(id) => navigate(`~/dashboard/${id}`)}
    />
  );
}
