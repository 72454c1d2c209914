import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { useControl } from '../api/use-control.ts';
import { DeliveryList } from '../deliveries/delivery-list.tsx';
import { State, StateConstant } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Facts } from '../ui/facts.tsx';
import { isNotFound, Loaded, LoadingPage } from '../ui/loaded.tsx';
import { Notice, Problem } from '../ui/notice.tsx';
import { Columns, Page, Section } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { moneyText } from '../ui/text.ts';
import { Time } from '../ui/time.tsx';
import { Ledger } from './ledger.tsx';
import { remainderOf } from './money-flows.ts';
import { MoneyPicture } from './money-picture.tsx';
import { Moves } from './moves.tsx';
import { StateStrip } from './state-strip.tsx';
import { Timeline } from './timeline.tsx';

interface OfMilestone {
  milestone: ControlSchema<'Milestone'>;
}

/** Everything about one milestone: its money, its history, its next moves, and its events. */
export function ContractPage(): ReactNode {
  const { milestoneId = '' } = useParams<{ milestoneId: string }>();
  const query = useControl('milestone', milestoneId);
  const { data, error } = query;
  const back = { href: '/contracts', label: 'Contracts' };
  if (!data || isNotFound(query.error)) return <LoadingPage title="Contract" back={back} query={query} />;
  return (
    <Page
      title={data.title || milestoneId}
      back={back}
      badges={
        <>
          <State state={data.state} />
          <StateConstant state={data.state} />
        </>
      }
      intro={data.description}
      actions={
        <ButtonLink href={`/requests?q=${encodeURIComponent(milestoneId)}`} icon={ScrollText}>
          View requests
        </ButtonLink>
      }
    >
      <Problem error={error} title="The contract could not be read again" />
      <StateStrip milestone={data} />
      <Section title="Next">
        <ShareWarning milestone={data} />
        <Moves milestone={data} />
      </Section>
      <Section title="Money" isCard>
        <MoneyPicture milestone={data} />
      </Section>
      <Columns>
        <Section title="Timeline" isCard>
          <Timeline milestone={data} />
        </Section>
        <Section title="Details" isCard>
          <Details milestone={data} />
        </Section>
      </Columns>
      <Section title="Parties">
        <Parties milestone={data} />
      </Section>
      <Section title="Webhooks">
        <Webhooks milestone={data} />
      </Section>
      <Section title="Ledger">
        <Ledger milestone={data} />
      </Section>
    </Page>
  );
}

/** Warns if the buyers' shares differ from the price, which they pay and the escrow holds (MILESTONE-4). */
function ShareWarning({ milestone }: OfMilestone): ReactNode {
  const { itemPrice } = milestone;
  const remainder = remainderOf(milestone);
  if (remainder === 0) return null;
  const total = moneyText(itemPrice - remainder);
  return (
    <Notice tone="warning" title={`The CUSTOMER amounts add up to ${total}, the price is ${moneyText(itemPrice)}.`}>
      {`The buyer pays the price, and the difference of ${moneyText(remainder)} stays as the remainder. Send amounts that add up to the price.`}
    </Notice>
  );
}

function Details({ milestone }: OfMilestone): ReactNode {
  const { currency, contractTitle, deadLine, payments } = milestone;
  const deadLineAt = Date.parse(deadLine ?? '');
  return (
    <Facts
      facts={{
        Price: moneyText(milestone.itemPrice, currency),
        'Fee of the service': moneyText(milestone.fee, currency),
        'Milestone (contractId of events)': <CopyText text={milestone.milestoneId} />,
        Contract: (
          <>
            {contractTitle && <bdi>{contractTitle}</bdi>} <CopyText text={milestone.contractId} />
          </>
        ),
        shortId: <CopyText text={milestone.shortId} />,
        // As it was sent if it is not a time.
        Deadline: Number.isNaN(deadLineAt) ? (deadLine ?? 'none') : <Time at={deadLineAt} />,
        Created: <Time at={milestone.createdAt} />,
        'Buyer goes back to':
          milestone.redirectUrl === null ? (
            'payment has not been started yet'
          ) : (
            <CopyText text={milestone.redirectUrl} />
          ),
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

function Parties({ milestone: { parties, currency } }: OfMilestone): ReactNode {
  return (
    <Table
      label="Parties"
      rows={parties}
      keyOf={({ role, phoneNumber, amount }) => `${role} ${phoneNumber} ${amount}`}
      empty="No parties yet."
      columns={[
        ['Role', ({ role }) => role],
        [
          'Who',
          ({ phoneNumber, name, userId }) => {
            const copy = <CopyText text={phoneNumber} />;
            if (userId === null) return copy;
            return (
              <>
                <Link href={`/people/${encodeURIComponent(phoneNumber)}`}>
                  <bdi>{name ?? `User ${userId}`}</bdi>
                </Link>{' '}
                {copy}
              </>
            );
          },
        ],
        ['Amount', ({ amount }) => moneyText(amount, currency), 'amount'],
        ['Joined', ({ joinedAt }) => (joinedAt === null ? 'not yet' : <Time at={joinedAt} />)],
      ]}
    />
  );
}

function Webhooks({ milestone: { milestoneId, events } }: OfMilestone): ReactNode {
  const empty =
    'No event yet. A webhook goes out when the milestone is paid, when its release begins and when it is completed.';
  return (
    <Loaded query={useControl('deliveries', { milestoneId, limit: 50 })}>
      {({ deliveries }) => (
        <DeliveryList deliveries={deliveries} empty={events.length > 0 ? 'Loading…' : empty} isOfMilestone />
      )}
    </Loaded>
  );
}
