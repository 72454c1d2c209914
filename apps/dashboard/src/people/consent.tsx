import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { CircleCheck, CircleX, Clock3 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../ui/badge.tsx';

const looks = {
  PENDING: { tone: 'amber', icon: Clock3 },
  GRANTED: { tone: 'green', icon: CircleCheck },
  DECLINED: { tone: 'red', icon: CircleX },
} as const satisfies Record<ControlSchema<'ConsentStatus'>, unknown>;

/** The consent of a user. */
export function Consent({ status }: { status: ControlSchema<'ConsentStatus'> }): ReactNode {
  const { tone, icon } = looks[status];
  return (
    <Badge tone={tone} icon={icon}>
      {status}
    </Badge>
  );
}
