import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { State, StateName } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { List } from '../ui/list.tsx';
import { Problem } from '../ui/notice.tsx';
import { countText } from '../ui/text.ts';
import { Age } from '../ui/time.tsx';
import { deliveryText } from './explain-delivery.ts';
import { useConditions, useRedeliver } from './reasons.tsx';

interface DeliveryListProps {
  deliveries: ControlSchema<'Delivery'>[];
  empty: ReactNode;
  /** Whether they are on the page of their milestone, which names it. */
  isOfMilestone?: boolean;
}

/** Deliveries as a list: state, event, and why it has not arrived. A failed one has a button to redeliver it. */
export function DeliveryList({ deliveries, empty, isOfMilestone = false }: DeliveryListProps): ReactNode {
  const conditions = useConditions();
  const redeliver = useRedeliver();
  const entries = deliveries.map((delivery) => ({
    id: delivery.id,
    href: `/deliveries/${delivery.id}`,
    badge: <State state={delivery.state} />,
    title: <StateName state={delivery.status} />,
    text: (
      <>
        {conditions && deliveryText(delivery, conditions)}
        {!isOfMilestone && (
          <>
            {' · '}
            <code>{delivery.milestoneId}</code>
          </>
        )}
      </>
    ),
    end: (
      <>
        <span>{countText(delivery.attemptLog.length, 'attempt')}</span>
        <Age at={delivery.createdAt} />
      </>
    ),
    action: delivery.state === 'failed' && (
      <Button tone="quiet" icon={Send} aria-label={`Redeliver ${delivery.status}`} {...redeliver.button(delivery.id)} />
    ),
  }));
  return (
    <>
      <Problem error={redeliver.error} title="The webhook was not redelivered" />
      <List label="Deliveries" entries={entries} empty={empty} />
    </>
  );
}
