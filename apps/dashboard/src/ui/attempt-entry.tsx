import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { Badge, StateName } from './badge.tsx';
import type { ListEntry } from './list.tsx';

type Attempt = Omit<ControlSchema<'DeliveryHappening'>, 'title'>;

/** An attempt to deliver an event, as an entry of a list. */
export function attemptEntry({ deliveryId, at, outcome, attempt, status }: Attempt): ListEntry {
  return {
    id: `${deliveryId} ${attempt} ${at}`,
    href: `/deliveries/${deliveryId}`,
    badge: <Badge tone={outcome === 'delivered' ? 'green' : 'red'}>{outcome}</Badge>,
    title: <AttemptName attempt={attempt} status={status} />,
  };
}

/** Such as `Attempt 2 of Paid PAID`. */
export function AttemptName({ attempt, status }: { attempt: number; status: string }): ReactNode {
  return (
    <>
      Attempt {attempt} of <StateName state={status} />
    </>
  );
}

/** Such as `answered 500`. */
export function answerText({ answerStatus }: Pick<Attempt, 'answerStatus'>): string {
  return answerStatus === null ? 'no answer' : `answered ${answerStatus}`;
}
