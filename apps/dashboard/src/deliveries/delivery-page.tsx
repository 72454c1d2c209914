import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { FileText, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { useTenantId } from '../api/use-tenant-state.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Facts } from '../ui/facts.tsx';
import { LoadingPage } from '../ui/loading-page.tsx';
import { Problem } from '../ui/notice.tsx';
import { Card, Page, Section } from '../ui/page.tsx';
import { Age, Time } from '../ui/time.tsx';
import { Attempt } from './attempt.tsx';
import { DeliveryState } from './delivery-state.tsx';
import { explainDelivery } from './explain-delivery.ts';
import { Reasons } from './reasons.tsx';
import { useConditions, useDelivery } from './use-deliveries.ts';
import { useRedeliver } from './use-delivery-moves.ts';

/** One webhook: whether it arrived, why not, and every attempt. */
export function DeliveryPage(): ReactNode {
  const tenant = useTenantId();
  const { deliveryId = '' } = useParams<{ deliveryId: string }>();
  const { data, error } = useDelivery(deliveryId);
  const conditions = useConditions();
  const redeliver = useRedeliver();
  const back = { href: `/dashboard/${tenant}/deliveries`, label: 'Deliveries' };
  if (!data) return <LoadingPage title="Delivery" back={back} error={error} />;
  return (
    <Page
      title={data.status}
      back={back}
      badges={<DeliveryState state={data.state} />}
      actions={
        <>
          <ButtonLink href={`/dashboard/${tenant}/contracts/${data.milestoneId}`} icon={FileText}>
            Its contract
          </ButtonLink>
          <Button icon={Send} isBusy={redeliver.isRunning} onClick={() => redeliver.run(deliveryId)}>
            Send again
          </Button>
        </>
      }
    >
      <Problem error={redeliver.error} title="It was not sent again" />
      {conditions && (
        <Section title={data.state === 'delivered' ? 'What happened' : 'Why it has not arrived'}>
          <Reasons reasons={withoutRedeliver(explainDelivery(data, conditions))} />
        </Section>
      )}
      <Section title="Details">
        <Card>
          <Details delivery={data} />
        </Card>
      </Section>
      <Section title="Attempts">
        {data.attemptLog.length === 0 ? (
          <p>Nothing was sent yet.</p>
        ) : (
          data.attemptLog
            .toReversed()
            .map((attempt) => <Attempt key={attempt.startedAt + attempt.number} attempt={attempt} />)
        )}
      </Section>
    </Page>
  );
}

/** The heading already has the button. */
function withoutRedeliver(reasons: ReturnType<typeof explainDelivery>): ReturnType<typeof explainDelivery> {
  return reasons.map(({ remedy, ...reason }) => (remedy && remedy !== 'redeliver' ? { ...reason, remedy } : reason));
}

function Details({ delivery }: { delivery: ControlSchema<'Delivery'> }): ReactNode {
  const { id, eventId, milestoneId, createdAt, dueAt, state, attempts } = delivery;
  return (
    <Facts
      facts={[
        ['Delivery', <code key="id">{id}</code>],
        ['Event', <code key="id">{eventId}</code>],
        ['Milestone (its contractId)', <code key="id">{milestoneId}</code>],
        ['Written', <Time key="time" at={createdAt} />],
        ['Attempts of this series', attempts],
        [
          'Next due',
          state === 'pending' ? (
            <span key="due">
              <Time at={dueAt} /> (<Age at={dueAt} />)
            </span>
          ) : (
            'nothing is planned'
          ),
        ],
      ]}
    />
  );
}
