import { SendHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { useControl } from '../api/use-control.ts';
import { deliveryStates } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Listing, usePageQuery } from '../ui/listing.tsx';
import { Problem } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { explainConditions } from './explain-delivery.ts';
import { Reasons } from './reasons.tsx';
import { useConditions } from './use-conditions.ts';
import { useDrain } from './use-drain.ts';

/** Every webhook that was or will be sent. */
export function DeliveriesPage(): ReactNode {
  const { data: service } = useControl('service');
  const conditions = useConditions();
  const drain = useDrain();
  return (
    <Page
      title="Deliveries"
      intro={
        service && conditions?.webhookUrl ? (
          <>
            A failed delivery is retried after{' '}
            {new Intl.ListFormat('en').format(service.retryDelaysInSeconds.map(String))} s. Events go to{' '}
            <CopyText text={conditions.webhookUrl} />
          </>
        ) : (
          'Every webhook with its attempts and answers.'
        )
      }
      actions={
        <Button icon={SendHorizontal} {...drain.button()}>
          Send due webhooks now
        </Button>
      }
    >
      <Problem error={drain.error} />
      {conditions && <Reasons reasons={explainConditions(conditions)} />}
      <Listing
        query={useControl('deliveries', usePageQuery())}
        list="deliveries"
        what="delivery"
        none="No webhook yet. The first one goes out when a buyer pays."
        filters={[
          { name: 'state', label: 'State', options: deliveryStates },
          { name: 'q', label: 'Contains', placeholder: 'Status, id, reference' },
        ]}
        isTimed
      >
        {({ deliveries }, empty) => <DeliveryList deliveries={deliveries} empty={empty} />}
      </Listing>
    </Page>
  );
}
