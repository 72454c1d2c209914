import { CircleCheck, CircleX, Clock3 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Schema } from '../api/schema.ts';
import { Badge } from '../ui/badge.tsx';

const looks = {
  PENDING: { tone: 'amber', icon: Clock3 },
  GRANTED: { tone: 'green', icon: CircleCheck },
  DECLINED: { tone: 'red', icon: CircleX },
} as const satisfies Record<Schema<'ConsentStatus'>, unknown>;

/** Whether a user lets the organization act. */
export function Consent({ status }: { status: Schema<'ConsentStatus'> }): ReactNode {
  const { tone, icon } = looks[status];
  return (
    <Badge tone={tone} icon={icon}>
      {status}
    </Badge>
  );
}
