import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { retryDelaysInSeconds } from '@escrow-kit/spec';
import { SendHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Filters, SelectFilter, TextFilter } from '../ui/filters.tsx';
import { Problem } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { Paged, usePageQuery } from '../ui/paged.tsx';
import { useSearch } from '../ui/use-search.ts';
import { DeliveryRows } from './delivery-rows.tsx';
import { deliveryStates } from './delivery-state.tsx';
import { explainConditions } from './explain-delivery.ts';
import { Reasons } from './reasons.tsx';
import { useConditions, useDeliveries } from './use-deliveries.ts';
import { useDrain } from './use-delivery-moves.ts';

const delays = new Intl.ListFormat('en').format(retryDelaysInSeconds.map(String));

/** Every webhook that was or will be sent. */
export function DeliveriesPage(): ReactNode {
  const [{ state, q }] = useSearch();
  const conditions = useConditions();
  const drain = useDrain();
  const query = useDeliveries({
    ...usePageQuery(),
    ...(state !== undefined && { state: state as ControlSchema<'DeliveryState'> }),
  });
  return (
    <Page
      title="Deliveries"
      intro={
        conditions?.webhookUrl ? (
          <>
            Events go to <code>{conditions.webhookUrl}</code>. A failed delivery is tried again after {delays} s.
          </>
        ) : (
          'Every webhook with its attempts and answers. Newest first.'
        )
      }
      actions={
        <Button icon={SendHorizontal} isBusy={drain.isRunning} onClick={() => drain.run()}>
          Deliver what is due
        </Button>
      }
    >
      <Problem error={drain.error} />
      {conditions && <Reasons reasons={explainConditions(conditions)} />}
      <Filters>
        <SelectFilter label="State" name="state" options={deliveryStates} />
        <TextFilter label="Contains" name="q" placeholder="Status, id, reference" />
      </Filters>
      <Paged
        query={query}
        entriesOf={({ deliveries }) => deliveries}
        empty={state || q ? 'No delivery matches.' : 'No webhook yet. The first one goes out when a milestone is paid.'}
      >
        {(deliveries) => <DeliveryRows deliveries={deliveries} />}
      </Paged>
    </Page>
  );
}
