import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { Badge } from '../ui/badge.tsx';
import { List, type ListEntry } from '../ui/list.tsx';
import { Age } from '../ui/time.tsx';
import { violationsOf } from './refusal.tsx';

/** Requests as a list. */
export function RequestList({
  requests,
  empty,
}: {
  requests: ControlSchema<'LoggedRequest'>[];
  empty: ReactNode;
}): ReactNode {
  return <List label="Requests" entries={requests.map(toEntry)} empty={empty} />;
}

/** Status, operation, and why it was refused. */
function toEntry(request: ControlSchema<'LoggedRequest'>): ListEntry {
  const { id, method, path, operationId, rule, message, notes, warnings } = request;
  const more = violationsOf(request).length - 1;
  return {
    id,
    href: `/requests/${id}`,
    badge: <RequestStatus status={request.status} />,
    title: operationId ?? `${method} ${path}`,
    text:
      rule === null
        ? (warnings[0]?.message ?? notes[0] ?? `${method} ${path}`)
        : `${rule}: ${message ?? ''}${more > 0 ? ` (and ${more} more)` : ''}`,
    end: (
      <>
        <Age at={request.createdAt} />
        <span>{Math.round(request.durationInMs)} ms</span>
      </>
    ),
  };
}

/** The status of the answer. */
export function RequestStatus({ status }: { status: number }): ReactNode {
  return <Badge tone={status < 400 ? 'green' : status < 500 ? 'amber' : 'red'}>{status}</Badge>;
}
