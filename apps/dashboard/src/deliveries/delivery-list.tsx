import type { ReactNode } from 'react';
import { Notice, Problem } from '../ui/notice.tsx';
import { Loading } from '../ui/paged.tsx';
import { DeliveryRows } from './delivery-rows.tsx';
import { useDeliveries } from './use-deliveries.ts';

/** The deliveries of one milestone, or why there are none. */
export function DeliveryList({ milestoneId, hasEvents }: { milestoneId: string; hasEvents: boolean }): ReactNode {
  const { data, error } = useDeliveries({ milestoneId, limit: 50 });
  if (!data) return error ? <Problem error={error} /> : <Loading />;
  if (data.deliveries.length > 0) return <DeliveryRows deliveries={data.deliveries} />;
  if (hasEvents) return <Loading />;
  return (
    <Notice title="No event yet">
      A webhook goes out when the milestone is PAID, when its release begins (CASHOUT_IN_PROGRESS) and when it is
      COMPLETED. None of this has happened yet.
    </Notice>
  );
}
