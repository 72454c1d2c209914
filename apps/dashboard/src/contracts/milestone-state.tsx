import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { ArrowRightLeft, CircleCheck, CircleDashed, Hourglass, type LucideIcon, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge, type Tone } from '../ui/badge.tsx';

type State = ControlSchema<'MilestoneState'>;

/** The look of each state. A missing state does not type-check. */
const looks: Record<State, { tone: Tone; icon: LucideIcon }> = {
  CREATED: { tone: 'gray', icon: CircleDashed },
  WAITING_FOR_PAYMENT: { tone: 'amber', icon: Hourglass },
  PAID: { tone: 'blue', icon: ShieldCheck },
  CASHOUT_IN_PROGRESS: { tone: 'violet', icon: ArrowRightLeft },
  COMPLETED: { tone: 'green', icon: CircleCheck },
};

/** Every state in the order in which a milestone goes through them. */
export const states: readonly State[] = Object.keys(looks) as State[];

/** A short text for a state. */
export function stateText(state: State): string {
  const words = state.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The state of a milestone. */
export function MilestoneState({ state }: { state: State }): ReactNode {
  const { tone, icon } = looks[state];
  return (
    <Badge tone={tone} icon={icon}>
      {stateText(state)}
    </Badge>
  );
}
