import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { FileText, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { useControl } from '../api/use-control.ts';
import { Badge, State, StateConstant } from '../ui/badge.tsx';
import { Button, ButtonLink, CopyText } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code.tsx';
import { Problem } from '../ui/notice.tsx';
import { Detail, Facts, Page, Section } from '../ui/page.tsx';
import { toWords } from '../ui/text.ts';
import { Time } from '../ui/time.tsx';
import { AttemptAxis } from './attempt-axis.tsx';
import { explainDelivery } from './explain-delivery.ts';
import { Reasons, useConditions, useRedeliver } from './reasons.tsx';

const back = { href: '/deliveries', label: 'Deliveries' };

/** One webhook: whether it arrived, why not, and every attempt. */
export function DeliveryPage(): ReactNode {
  const { deliveryId = '' } = useParams<{ deliveryId: string }>();
  return (
    <Detail title="Delivery" back={back} query={useControl('delivery', deliveryId)}>
      {(delivery) => <Delivery delivery={delivery} />}
    </Detail>
  );
}

function Delivery({ delivery }: { delivery: ControlSchema<'Delivery'> }): ReactNode {
  const { id, eventId, milestoneId, status, state, createdAt, attemptLog } = delivery;
  const { data: service } = useControl('service');
  const conditions = useConditions();
  const redeliver = useRedeliver();
  return (
    <Page
      title={toWords(status)}
      back={back}
      badges={
        <>
          <StateConstant state={status} />
          <State state={state} />
        </>
      }
      actions={
        <>
          <ButtonLink href={`/contracts/${milestoneId}`} icon={FileText}>
            View contract
          </ButtonLink>
          <Button icon={Send} {...redeliver.button(id)}>
            Redeliver
          </Button>
        </>
      }
    >
      <Problem error={redeliver.error} title="The webhook was not redelivered" />
      {service && (
        <Section title="Schedule">
          <AttemptAxis delivery={delivery} delays={[0, ...service.retryDelaysInSeconds]} />
        </Section>
      )}
      {conditions && (
        <Section title={state === 'delivered' ? 'Result' : 'Why it has not arrived'}>
          <Reasons reasons={explainDelivery(delivery, conditions)} />
        </Section>
      )}
      <Section title="Details" isCard>
        <Facts
          facts={{
            Delivery: <CopyText text={id} />,
            Event: <CopyText text={eventId} />,
            'Milestone (contractId)': <CopyText text={milestoneId} />,
            Created: <Time at={createdAt} />,
          }}
        />
      </Section>
      <Section title="Attempts">
        {attemptLog.length === 0 && <p>Nothing has been sent yet.</p>}
        {attemptLog.toReversed().map((attempt) => (
          <Attempt key={attempt.startedAt + attempt.number} attempt={attempt} />
        ))}
      </Section>
    </Page>
  );
}

/** The request and the answer of an attempt. */
function Attempt({ attempt }: { attempt: ControlSchema<'DeliveryAttempt'> }): ReactNode {
  const { number, startedAt, endedAt, url, error, answerStatus } = attempt;
  const answer = `${answerStatus}\n${exchangeText(attempt.answerHeaders ?? {}, attempt.answerBody || '(no body)')}`;
  return (
    <div className="card surface stack">
      <div className="row">
        <h3>Attempt {number}</h3>
        <Badge tone={attempt.failure === null ? 'green' : 'red'}>{answerStatus ?? 'No answer'}</Badge>
        <span className="muted">
          <Time at={startedAt} />, {endedAt - startedAt} ms
        </span>
      </div>
      <p>
        POST <CopyText text={url} />
      </p>
      {error !== null && <p className="bad">{error}</p>}
      <div className="columns">
        <CodeBlock
          label={`Request of attempt ${number}`}
          code={exchangeText(attempt.requestHeaders, attempt.requestBody)}
        />
        <CodeBlock label={`Answer of attempt ${number}`} code={answerStatus === null ? 'none' : answer} />
      </div>
    </div>
  );
}

function exchangeText(headers: Record<string, unknown>, body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  return `${lines.join('\n')}\n\n${body}`;
}
