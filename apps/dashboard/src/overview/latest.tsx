import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { RequestStatus } from '../requests/request-list.tsx';
import { answerText, attemptEntry } from '../ui/attempt-entry.tsx';
import { EventStatus } from '../ui/badge.tsx';
import { List, type ListEntry } from '../ui/list.tsx';
import { Age } from '../ui/time.tsx';

type Happening = ControlSchema<'Happening'>;

/** What happened last: answered requests, events, and attempts to deliver them. */
export function Latest({ happenings }: { happenings: Happening[] }): ReactNode {
  return <List label="What happened last" entries={happenings.map(toEntry)} empty="Nothing has happened yet." />;
}

function toEntry(happening: Happening): ListEntry {
  return { ...describe(happening), end: <Age at={happening.at} /> };
}

function describe(happening: Happening): ListEntry {
  if (happening.kind === 'request') {
    const { requestId, operationId, method, path, status, rule } = happening;
    const call = `${method} ${path}`;
    return {
      id: requestId,
      href: `/requests/${requestId}`,
      badge: <RequestStatus status={status} />,
      title: operationId ?? call,
      text: rule === null ? call : `${call} breaks ${rule}`,
    };
  }
  const { milestoneId, title, status } = happening;
  const of = title || milestoneId;
  if (happening.kind === 'event') {
    return {
      id: happening.eventId,
      href: `/contracts/${milestoneId}`,
      badge: <EventStatus status={status} />,
      title: of,
      text: 'The milestone moved',
    };
  }
  return { ...attemptEntry(happening), text: `${of}: ${answerText(happening)}` };
}
