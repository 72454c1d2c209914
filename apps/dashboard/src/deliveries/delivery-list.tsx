import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { State } from '../ui/badge.tsx';
import { List } from '../ui/list.tsx';
import { countText } from '../ui/text.ts';
import { Age } from '../ui/time.tsx';
import { deliveryText } from './explain-delivery.ts';
import { useConditions } from './use-conditions.ts';

interface DeliveryListProps {
  deliveries: ControlSchema<'Delivery'>[];
  empty: ReactNode;
}

/** Deliveries as a list: state, event, and why it has not arrived. */
export function DeliveryList({ deliveries, empty }: DeliveryListProps): ReactNode {
  const conditions = useConditions();
  const entries = deliveries.map((delivery) => ({
    id: delivery.id,
    href: `/deliveries/${delivery.id}`,
    badge: <State state={delivery.state} />,
    title: delivery.status,
    text: conditions && `${deliveryText(delivery, conditions)} · ${delivery.milestoneId}`,
    end: (
      <>
        <span>{countText(delivery.attemptLog.length, 'attempt')}</span>
        <Age at={delivery.createdAt} />
      </>
    ),
  }));
  return <List label="Deliveries" entries={entries} empty={empty} />;
}
