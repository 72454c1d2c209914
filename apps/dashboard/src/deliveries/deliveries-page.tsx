import { SendHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { useControl } from '../api/use-control.ts';
import { deliveryStates } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Listing, useFilters } from '../ui/list.tsx';
import { Problem } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { ReasonsForAll, useDrain } from './reasons.tsx';

/** The newest webhooks that were or will be sent. */
export function DeliveriesPage(): ReactNode {
  const [search] = useFilters();
  const drain = useDrain();
  return (
    <Page
      title="Deliveries"
      intro="All webhooks with their attempts and answers."
      actions={
        <Button icon={SendHorizontal} {...drain.button()}>
          Send due webhooks now
        </Button>
      }
    >
      <Problem error={drain.error} />
      <ReasonsForAll />
      <Listing
        query={useControl('deliveries', search)}
        what="delivery"
        none="No webhooks yet. The sandbox sends the first one when a buyer pays."
        filters={[{ name: 'state', label: 'State', options: deliveryStates }]}
      >
        {({ deliveries }, empty) => <DeliveryList deliveries={deliveries} empty={empty} />}
      </Listing>
    </Page>
  );
}
