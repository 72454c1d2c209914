import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { FileText, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { useControl } from '../api/use-control.ts';
import { State, StateConstant } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Facts } from '../ui/facts.tsx';
import { isNotFound, LoadingPage } from '../ui/loaded.tsx';
import { Problem } from '../ui/notice.tsx';
import { Page, Section } from '../ui/page.tsx';
import { toWords } from '../ui/text.ts';
import { Time } from '../ui/time.tsx';
import { Attempt } from './attempt.tsx';
import { AttemptAxis } from './attempt-axis.tsx';
import { explainDelivery } from './explain-delivery.ts';
import { Reasons } from './reasons.tsx';
import { useConditions } from './use-conditions.ts';
import { useRedeliver } from './use-sending.ts';

/** One webhook: whether it arrived, why not, and every attempt. */
export function DeliveryPage(): ReactNode {
  const { deliveryId = '' } = useParams<{ deliveryId: string }>();
  const query = useControl('delivery', deliveryId);
  const { data } = query;
  const { data: service } = useControl('service');
  const conditions = useConditions();
  const redeliver = useRedeliver();
  const back = { href: '/deliveries', label: 'Deliveries' };
  if (!data || isNotFound(query.error)) return <LoadingPage title="Delivery" back={back} query={query} />;
  return (
    <Page
      title={toWords(data.status)}
      back={back}
      badges={
        <>
          <StateConstant state={data.status} />
          <State state={data.state} />
        </>
      }
      actions={
        <>
          <ButtonLink href={`/contracts/${data.milestoneId}`} icon={FileText}>
            View contract
          </ButtonLink>
          <Button icon={Send} {...redeliver.button(deliveryId)}>
            Send again
          </Button>
        </>
      }
    >
      <Problem error={redeliver.error} title="It was not sent again" />
      {service && (
        <Section title="Schedule">
          <AttemptAxis delivery={data} delays={[0, ...service.retryDelaysInSeconds]} />
        </Section>
      )}
      {conditions && (
        <Section title={data.state === 'delivered' ? 'What happened' : 'Why it has not arrived'}>
          <Reasons reasons={explainDelivery(data, conditions)} />
        </Section>
      )}
      <Section title="Details" isCard>
        <Details delivery={data} />
      </Section>
      <Section title="Attempts">
        {data.attemptLog.length === 0 && <p>Nothing was sent yet.</p>}
        {data.attemptLog.toReversed().map((attempt) => (
          <Attempt key={attempt.startedAt + attempt.number} attempt={attempt} />
        ))}
      </Section>
    </Page>
  );
}

function Details({ delivery }: { delivery: ControlSchema<'Delivery'> }): ReactNode {
  return (
    <Facts
      facts={{
        Delivery: <CopyText text={delivery.id} />,
        Event: <CopyText text={delivery.eventId} />,
        'Milestone (its contractId)': <CopyText text={delivery.milestoneId} />,
        Written: <Time at={delivery.createdAt} />,
      }}
    />
  );
}
