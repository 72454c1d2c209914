import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { CircleCheck, CircleX, Clock3 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../ui/badge.tsx';

const looks = {
  pending: { tone: 'amber', icon: Clock3, text: 'Pending' },
  delivered: { tone: 'green', icon: CircleCheck, text: 'Delivered' },
  failed: { tone: 'red', icon: CircleX, text: 'Failed' },
} as const satisfies Record<ControlSchema<'DeliveryState'>, unknown>;

/** Every state of a delivery with its name. */
export const deliveryStates: [ControlSchema<'DeliveryState'>, string][] = [
  ['pending', looks.pending.text],
  ['delivered', looks.delivered.text],
  ['failed', looks.failed.text],
];

/** Whether a delivery waits, or how it ended. */
export function DeliveryState({ state }: { state: ControlSchema<'DeliveryState'> }): ReactNode {
  const { tone, icon, text } = looks[state];
  return (
    <Badge tone={tone} icon={icon}>
      {text}
    </Badge>
  );
}
