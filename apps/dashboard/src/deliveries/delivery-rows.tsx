import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { useTenantId } from '../api/use-tenant-state.ts';
import { LiveRows, Row } from '../ui/rows.tsx';
import { Age } from '../ui/time.tsx';
import { DeliveryState } from './delivery-state.tsx';
import { deliveryText } from './explain-delivery.ts';
import { useConditions } from './use-deliveries.ts';

/** Deliveries as a list: state, event, and why it has not arrived. */
export function DeliveryRows({ deliveries }: { deliveries: ControlSchema<'Delivery'>[] }): ReactNode {
  const tenant = useTenantId();
  const conditions = useConditions();
  return (
    <LiveRows label="Deliveries" entries={deliveries} idOf={({ id }) => id}>
      {(delivery) => {
        const text = conditions && deliveryText(delivery, conditions);
        return (
          <Row
            key={delivery.id}
            href={`/dashboard/${tenant}/deliveries/${delivery.id}`}
            badge={<DeliveryState state={delivery.state} />}
            title={delivery.status}
            text={text && `${text} · ${delivery.milestoneId}`}
            end={
              <>
                <span>{attemptsText(delivery.attemptLog.length)}</span>
                <Age at={delivery.createdAt} />
              </>
            }
          />
        );
      }}
    </LiveRows>
  );
}

function attemptsText(count: number): string {
  if (count === 0) return 'no attempt';
  return count === 1 ? '1 attempt' : `${count} attempts`;
}
