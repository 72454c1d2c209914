import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

/** The most important counts. */
export function Figures({ counts }: { counts: ControlSchema<'Tenant'>['counts'] }): ReactNode {
  const figures: [label: string, count: number, path: string, isBad?: boolean][] = [
    ['Milestones', counts.milestones, '/contracts'],
    ['Requests', counts.requests, '/requests'],
    ['Pending webhooks', counts.pendingDeliveries, '/deliveries?state=pending'],
    ['Failed webhooks', counts.failedDeliveries, '/deliveries?state=failed', counts.failedDeliveries > 0],
  ];
  return (
    <ul className="grid">
      {figures.map(([label, count, path, isBad = false]) => (
        <li key={label}>
          <Link href={path} className="card surface stack plain-link">
            <span className={`figure ${isBad ? 'bad' : ''}`}>{count.toLocaleString('en')}</span>
            <span className="muted">{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
