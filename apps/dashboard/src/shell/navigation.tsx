import {
  Building2,
  Clock,
  CreditCard,
  FileText,
  House,
  type LucideIcon,
  ScrollText,
  Send,
  Settings,
  Users,
  Zap,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useTenantId, useTenantState } from '../api/use-tenant-state.ts';
import styles from './navigation.module.css';

const pages: { path: string; label: string; icon: LucideIcon }[] = [
  { path: '', label: 'Overview', icon: House },
  { path: '/contracts', label: 'Contracts', icon: FileText },
  { path: '/requests', label: 'Requests', icon: ScrollText },
  { path: '/deliveries', label: 'Deliveries', icon: Send },
  { path: '/people', label: 'People', icon: Users },
  { path: '/checkout', label: 'Checkout', icon: CreditCard },
  { path: '/clock', label: 'Clock', icon: Clock },
  { path: '/faults', label: 'Faults', icon: Zap },
  { path: '/settings', label: 'Settings', icon: Settings },
  { path: '/tenants', label: 'Tenants', icon: Building2 },
];

/** Links to every page. */
export function Navigation({ onLeave }: { onLeave?: () => void }): ReactNode {
  const base = `/dashboard/${useTenantId()}`;
  const [location] = useLocation();
  const { data } = useTenantState();
  const counts: Record<string, number | undefined> = {
    '/contracts': data?.counts.milestones,
    '/requests': data?.counts.requests,
    '/people': data?.counts.users,
  };
  return (
    <nav aria-label="Dashboard">
      <ul className={styles['list']}>
        {pages.map(({ path, label, icon: Icon }) => {
          const href = base + path;
          const isCurrent = path === '' ? location === base : location.startsWith(href);
          return (
            <li key={path}>
              <Link
                href={href}
                className={styles['link']}
                aria-current={isCurrent ? 'page' : undefined}
                onClick={onLeave}
              >
                <Icon aria-hidden size={18} />
                <span className={styles['label']}>{label}</span>
                {path === '/deliveries' ? (
                  <Failures count={data?.counts.failedDeliveries ?? 0} />
                ) : (
                  <Count count={counts[path] ?? 0} />
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function Count({ count }: { count: number }): ReactNode {
  return count > 0 && <span className={styles['count']}>{count.toLocaleString('en')}</span>;
}

function Failures({ count }: { count: number }): ReactNode {
  return count > 0 && <span className={styles['failures']}>{count.toLocaleString('en')} failed</span>;
}
