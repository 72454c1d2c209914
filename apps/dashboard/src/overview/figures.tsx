import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useTenantId } from '../api/use-tenant-state.ts';
import styles from './figures.module.css';

/** The most important counts. */
export function Figures({ counts }: { counts: ControlSchema<'Tenant'>['counts'] }): ReactNode {
  const base = `/dashboard/${useTenantId()}`;
  const figures: [label: string, count: number, path: string, isBad?: boolean][] = [
    ['Milestones', counts.milestones, '/contracts'],
    ['Requests', counts.requests, '/requests'],
    ['Pending webhooks', counts.pendingDeliveries, '/deliveries?state=pending'],
    ['Failed webhooks', counts.failedDeliveries, '/deliveries?state=failed', counts.failedDeliveries > 0],
  ];
  return (
    <ul className={styles['figures']}>
      {figures.map(([label, count, path, isBad = false]) => (
        <li key={label}>
          <Link href={base + path} className={styles['figure']}>
            <span className={`${styles['count']} ${isBad ? styles['bad'] : ''}`}>{count.toLocaleString('en')}</span>
            <span className={styles['label']}>{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
