import type { ReactNode } from 'react';
import { Badge } from '../ui/badge.tsx';

/** The status that a request was answered with. */
export function RequestStatus({ status }: { status: number }): ReactNode {
  return <Badge tone={status < 400 ? 'green' : status < 500 ? 'amber' : 'red'}>{status}</Badge>;
}
