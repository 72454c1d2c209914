import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { useTenantId } from '../api/use-tenant-state.ts';
import { DeliveryList } from '../deliveries/delivery-list.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Facts } from '../ui/facts.tsx';
import { LoadingPage } from '../ui/loading-page.tsx';
import { moneyText } from '../ui/money-text.ts';
import { Notice, Problem } from '../ui/notice.tsx';
import { Card, Columns, Page, Section } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { Ledger } from './ledger.tsx';
import { MilestoneState } from './milestone-state.tsx';
import { remainderOf } from './money-flows.ts';
import { MoneyPicture } from './money-picture.tsx';
import { Moves } from './moves.tsx';
import { Timeline } from './timeline.tsx';
import { useMilestone } from './use-milestones.ts';

type Milestone = ControlSchema<'Milestone'>;

/** Everything about one milestone: its money, its history, its next moves, and its events. */
export function ContractPage(): ReactNode {
  const tenant = useTenantId();
  const { milestoneId = '' } = useParams<{ milestoneId: string }>();
  const { data, error } = useMilestone(milestoneId);
  const back = { href: `/dashboard/${tenant}/contracts`, label: 'Contracts' };
  if (!data) return <LoadingPage title="Contract" back={back} error={error} />;
  return (
    <Page
      title={data.title || milestoneId}
      back={back}
      badges={<MilestoneState state={data.state} />}
      intro={data.description}
      actions={
        <ButtonLink href={`/dashboard/${tenant}/requests?q=${encodeURIComponent(milestoneId)}`} icon={ScrollText}>
          Its requests
        </ButtonLink>
      }
    >
      {error && <Problem error={error} title="The contract could not be read again" />}
      <Section title="Next">
        <ShareWarning milestone={data} />
        <Moves milestone={data} />
      </Section>
      <Section title="Money">
        <Card>
          <MoneyPicture milestone={data} />
        </Card>
      </Section>
      <Columns>
        <Section title="Timeline">
          <Card>
            <Timeline milestone={data} />
          </Card>
        </Section>
        <Section title="Details">
          <Card>
            <Details milestone={data} />
          </Card>
        </Section>
      </Columns>
      <Section title="Parties">
        <Parties milestone={data} />
      </Section>
      <Section title="Webhooks">
        <DeliveryList milestoneId={milestoneId} hasEvents={data.events.length > 0} />
      </Section>
      <Section title="Ledger">
        <Ledger milestone={data} />
      </Section>
    </Page>
  );
}

/** Warns if the buyers' shares differ from the price, which they pay and the escrow holds (MILESTONE-4). */
function ShareWarning({ milestone }: { milestone: Milestone }): ReactNode {
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

/** A deadline like other times, or as it was sent if it is not a time. */
function Deadline({ deadLine }: { deadLine: string | null }): ReactNode {
  const at = Date.parse(deadLine ?? '');
  return Number.isNaN(at) ? (deadLine ?? 'none') : <Time at={at} />;
}

function ContractName({ milestone: { contractId, contractTitle } }: { milestone: Milestone }): ReactNode {
  return (
    <>
      {contractTitle && (
        <>
          <bdi>{contractTitle}</bdi>{' '}
        </>
      )}
      <code>{contractId}</code>
    </>
  );
}

function Details({ milestone }: { milestone: Milestone }): ReactNode {
  const { itemPrice, currency, fee, deadLine, redirectUrl, payments } = milestone;
  return (
    <Facts
      facts={[
        ['Price', moneyText(itemPrice, currency)],
        ['Fee of the service', moneyText(fee, currency)],
        ['Milestone (contractId of events)', <code key="id">{milestone.milestoneId}</code>],
        ['Contract', <ContractName key="contract" milestone={milestone} />],
        ['shortId', <code key="id">{milestone.shortId}</code>],
        ['Deadline', <Deadline key="deadline" deadLine={deadLine} />],
        ['Created', <Time key="time" at={milestone.createdAt} />],
        ['Buyer goes back to', redirectUrl ?? 'payment has not been started yet'],
        ...payments.map(({ method, state, virtualIban, reference }): [string, ReactNode] => [
          `${method}, ${state}`,
          [virtualIban, reference].filter((part) => part !== null).join(', ') || 'paid at the checkout',
        ]),
      ]}
    />
  );
}

function Parties({ milestone: { parties, currency } }: { milestone: Milestone }): ReactNode {
  const tenant = useTenantId();
  if (parties.length === 0) return <p>No parties yet.</p>;
  return (
    <Table
      label="Parties"
      columns={['Role', 'Who', 'Amount', 'Joined']}
      rows={parties.map(({ role, phoneNumber, name, userId, amount, joinedAt }) => ({
        key: `${role} ${phoneNumber} ${amount}`,
        cells: [
          role,
          userId === null ? (
            <bdi key="who">{phoneNumber}</bdi>
          ) : (
            <Link key="who" href={`/dashboard/${tenant}/people/${encodeURIComponent(phoneNumber)}`}>
              <bdi>{name ?? phoneNumber}</bdi>
              {name !== null && (
                <>
                  {' '}
                  (<bdi>{phoneNumber}</bdi>)
                </>
              )}
            </Link>
          ),
          moneyText(amount, currency),
          joinedAt === null ? 'not yet' : <Time key="joined" at={joinedAt} />,
        ],
      }))}
    />
  );
}
