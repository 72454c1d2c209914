import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { useControl } from '../api/use-control.ts';
import { DeliveryList } from '../deliveries/delivery-list.tsx';
import { State, StateConstant } from '../ui/badge.tsx';
import { CopyText } from '../ui/button.tsx';
import { Notice, Problem, Warnings } from '../ui/notice.tsx';
import { Detail, Facts, Loaded, Page, Section } from '../ui/page.tsx';
import { moneyText, timeOfDeadline } from '../ui/text.ts';
import { Time } from '../ui/time.tsx';
import { remainderOf } from './money-flows.ts';
import { MoneyPicture } from './money-picture.tsx';
import { Moves } from './moves.tsx';
import type { Milestone } from './parties.ts';
import { People } from './people.tsx';
import { StateStrip, Timeline } from './timeline.tsx';

const back = { href: '/contracts', label: 'Contracts' };

/** Everything about one milestone: its next moves, its money, its people, its history, and its events. */
export function ContractPage(): ReactNode {
  const { milestoneId = '' } = useParams<{ milestoneId: string }>();
  const query = useControl('milestone', milestoneId);
  return (
    <Detail title="Contract" back={back} query={query}>
      {(milestone) => (
        <Page
          title={milestone.title || milestoneId}
          back={back}
          badges={
            <>
              <State state={milestone.state} />
              <StateConstant state={milestone.state} />
            </>
          }
          intro={milestone.description}
        >
          <Problem error={query.error} title="Could not refresh the contract" />
          <StateStrip milestone={milestone} />
          <Section title="Next">
            <ShareWarning milestone={milestone} />
            <Warnings texts={milestone.warnings.map(({ message }) => message)} />
            <Moves milestone={milestone} />
          </Section>
          <Section title="Money" isCard>
            <MoneyPicture milestone={milestone} />
          </Section>
          <Section title="People">
            <People milestone={milestone} />
          </Section>
          <div className="columns">
            <Section title="Timeline" isCard>
              <Timeline milestone={milestone} />
            </Section>
            <div className="page">
              <Section title="Details" isCard>
                <Details milestone={milestone} />
              </Section>
              <Section title="Webhooks">
                <Webhooks milestoneId={milestoneId} />
              </Section>
            </div>
          </div>
        </Page>
      )}
    </Detail>
  );
}

/** Warns if the buyers' shares differ from the price, which they pay and the escrow holds (MILESTONE-4). */
function ShareWarning({ milestone }: { milestone: Milestone }): ReactNode {
  const { itemPrice } = milestone;
  const remainder = remainderOf(milestone);
  if (remainder === 0) return null;
  const total = moneyText(itemPrice - remainder);
  return (
    <Notice tone="warning" title={`The CUSTOMER amounts add up to ${total}, but the price is ${moneyText(itemPrice)}.`}>
      {`The buyer pays the price. The difference of ${moneyText(remainder)} becomes the remainder. Send amounts that add up to the price.`}
    </Notice>
  );
}

function Details({ milestone }: { milestone: Milestone }): ReactNode {
  const { currency, contractTitle, deadLine, payments } = milestone;
  const deadLineAt = timeOfDeadline(deadLine);
  return (
    <Facts
      facts={{
        Price: moneyText(milestone.itemPrice, currency),
        'Service fee': moneyText(milestone.fee, currency),
        'Milestone (contractId in events)': <CopyText text={milestone.milestoneId} />,
        Contract: (
          <>
            {contractTitle && <bdi>{contractTitle}</bdi>} <CopyText text={milestone.contractId} />
          </>
        ),
        shortId: <CopyText text={milestone.shortId} />,
        // As it was sent if it is not a time.
        Deadline: Number.isNaN(deadLineAt) ? (deadLine ?? 'none') : <Time at={deadLineAt} />,
        Created: <Time at={milestone.createdAt} />,
        'Return URL':
          milestone.redirectUrl === null ? 'payment not started' : <CopyText text={milestone.redirectUrl} />,
        ...Object.fromEntries(
          payments.map(({ method, state, userId, virtualIban, reference }) => [
            `${method} of user ${userId}, ${state}`,
            reference === null
              ? 'paid at the checkout'
              : [virtualIban, reference].map((part) => part !== null && <CopyText key={part} text={part} />),
          ]),
        ),
      }}
    />
  );
}

function Webhooks({ milestoneId }: { milestoneId: string }): ReactNode {
  return (
    <Loaded query={useControl('deliveries', { milestoneId })} what="the list">
      {({ deliveries }) => (
        <DeliveryList
          deliveries={deliveries}
          empty="No webhooks yet. The sandbox sends one when the milestone is paid, released and completed."
          isOfMilestone
        />
      )}
    </Loaded>
  );
}
