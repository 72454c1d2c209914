import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { useTenantId } from '../api/use-tenant-state.ts';
import { Badge } from '../ui/badge.tsx';
import { LiveRows, Row } from '../ui/rows.tsx';
import { Age } from '../ui/time.tsx';
import { type Violation, violationsOf } from './violations.ts';

/** Requests as a list: status, operation, and why it was refused. */
export function RequestRows({
  requests,
  label = 'Requests',
}: {
  requests: ControlSchema<'LoggedRequest'>[];
  /** The name of the list. */
  label?: string;
}): ReactNode {
  const tenant = useTenantId();
  return (
    <LiveRows label={label} entries={requests} idOf={({ id }) => id}>
      {({ id, status, method, path, operationId, rule, message, notes, answer, durationInMs, createdAt }) => (
        <Row
          key={id}
          href={`/dashboard/${tenant}/requests/${id}`}
          badge={<RequestStatus status={status} />}
          title={operationId ?? `${method} ${path}`}
          text={
            rule === null
              ? (notes[0] ?? `${method} ${path}`)
              : `${rule}: ${message ?? ''}${moreText(violationsOf({ answer }))}`
          }
          end={
            <>
              <Age at={createdAt} />
              <span>{Math.round(durationInMs)} ms</span>
            </>
          }
        />
      )}
    </LiveRows>
  );
}

function moreText(violations: Violation[]): string {
  return violations.length < 2 ? '' : ` (and ${violations.length - 1} more)`;
}

/** The status of the answer. */
export function RequestStatus({ status }: { status: number }): ReactNode {
  return <Badge tone={status < 400 ? 'green' : status < 500 ? 'amber' : 'red'}>{status}</Badge>;
}
