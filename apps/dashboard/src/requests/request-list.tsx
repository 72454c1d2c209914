import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { useControl } from '../api/use-control.ts';
import { Badge } from '../ui/badge.tsx';
import { CopyButton } from '../ui/button.tsx';
import { List, type ListEntry } from '../ui/list.tsx';
import { Age } from '../ui/time.tsx';
import { toCurl } from './curl.ts';
import { violationsOf } from './refusal.tsx';

/** Requests as a list. A refused one is copied as curl beside it. */
export function RequestList({
  requests,
  empty,
}: {
  requests: ControlSchema<'LoggedRequest'>[];
  empty: ReactNode;
}): ReactNode {
  const { data: service } = useControl('service');
  const entries = requests.map((request) => ({
    ...toEntry(request),
    action: request.status >= 400 && (
      <CopyButton
        text={toCurl(request, {
          origin: location.origin,
          operation: service?.operations.find(({ operationId }) => operationId === request.operationId),
        })}
        aria-label={`Copy ${request.operationId ?? request.path} as curl`}
      />
    ),
  }));
  return <List label="Requests" entries={entries} empty={empty} />;
}

/** Status, operation, and why it was refused. */
function toEntry(request: ControlSchema<'LoggedRequest'>): ListEntry {
  const { id, method, path, operationId, rule, message, notes } = request;
  const more = violationsOf(request).length - 1;
  return {
    id,
    href: `/requests/${id}`,
    badge: <RequestStatus status={request.status} />,
    title: operationId ?? `${method} ${path}`,
    text:
      rule === null
        ? (notes[0] ?? `${method} ${path}`)
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
