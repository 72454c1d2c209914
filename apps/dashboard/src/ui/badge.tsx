import type { ControlSchema } from '@escrow-kit/sandbox-control';
import {
  ArrowRightLeft,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock3,
  Hourglass,
  type LucideIcon,
  ShieldCheck,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useControl } from '../api/use-control.ts';
import { toWords } from './text.ts';

/** A color with a meaning. */
export type Tone = 'gray' | 'amber' | 'blue' | 'violet' | 'green' | 'red';

interface BadgeProps {
  tone: Tone;
  icon?: LucideIcon;
  children: ReactNode;
}

/** A colored word. */
export function Badge({ tone, icon: Icon, children }: BadgeProps): ReactNode {
  return (
    <span className={`badge ${tone}`}>
      {Icon && <Icon aria-hidden size={13} />}
      {children}
    </span>
  );
}

type Looks<State extends string> = Record<State, Pick<BadgeProps, 'tone' | 'icon'>>;

const good = { tone: 'green', icon: CircleCheck } as const;
const bad = { tone: 'red', icon: CircleX } as const;

const milestoneLooks: Looks<ControlSchema<'MilestoneState'>> = {
  CREATED: { tone: 'gray', icon: CircleDashed },
  WAITING_FOR_PAYMENT: { tone: 'amber', icon: Hourglass },
  PAID: { tone: 'blue', icon: ShieldCheck },
  CASHOUT_IN_PROGRESS: { tone: 'violet', icon: ArrowRightLeft },
  COMPLETED: good,
};
const deliveryLooks: Looks<ControlSchema<'DeliveryState'>> = {
  pending: { tone: 'amber', icon: Clock3 },
  delivered: good,
  failed: bad,
};
const consentLooks: Looks<ControlSchema<'ConsentStatus'>> = {
  PENDING: { tone: 'amber', icon: Clock3 },
  GRANTED: good,
  DECLINED: bad,
};
const looks = { ...milestoneLooks, ...deliveryLooks, ...consentLooks };

/** Each state of a milestone and of a delivery with its name, for a filter. */
export const milestoneStates = optionsOf(milestoneLooks);
export const deliveryStates = optionsOf(deliveryLooks);

function optionsOf(states: Looks<string>): [value: string, label: string][] {
  return Object.keys(states).map((state) => [state, toWords(state)]);
}

/** The color of a state. */
export const toneOf = (state: keyof typeof looks): Tone => looks[state].tone;

/** The status of an event: a milestone's state, unless the deployment has names of its own. */
export function EventStatus({ status }: { status: string }): ReactNode {
  const look = Object.entries(milestoneLooks).find(([state]) => state === status)?.[1];
  return <Badge {...(look ?? { tone: 'gray' })}>{toWords(status)}</Badge>;
}

/** The state of a milestone, a delivery or a consent. */
export function State({ state }: { state: keyof typeof looks }): ReactNode {
  return <Badge {...looks[state]}>{toWords(state)}</Badge>;
}

/** A state of a milestone, or the status of its event: in words, with its constant beside it. */
export function StateName({ state }: { state: string }): ReactNode {
  return (
    <>
      {toWords(state)} <StateConstant state={state} />
    </>
  );
}

/** Such as `Attempt 2 of Paid PAID`. */
export function AttemptName({ attempt, status }: { attempt: number; status: string }): ReactNode {
  return (
    <>
      Attempt {attempt} of <StateName state={status} />
    </>
  );
}

/** What the service's answers and events call a state of a milestone. */
export function StateConstant({ state }: { state: string }): ReactNode {
  const { data } = useControl('service');
  const known = data?.milestoneStates.find((one) => one.state === state);
  return <code className="constant">{known?.constant ?? state}</code>;
}
