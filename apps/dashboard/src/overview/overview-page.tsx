import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useControl } from '../api/use-control.ts';
import { useTenantId } from '../api/use-tenant.ts';
import { MilestoneList } from '../contracts/milestone-list.tsx';
import { DeliveryList } from '../deliveries/delivery-list.tsx';
import { explainConditions } from '../deliveries/explain-delivery.ts';
import { Reasons } from '../deliveries/reasons.tsx';
import { useConditions } from '../deliveries/use-conditions.ts';
import { RequestList } from '../requests/request-list.tsx';
import { Loaded, LoadingPage } from '../ui/loaded.tsx';
import { Problem } from '../ui/notice.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Figures } from './figures.tsx';
import { FirstCall } from './first-call.tsx';
import { NextStep } from './next-step.tsx';

/** The most entries of each list. */
const limit = 5;

/** Refused calls, webhooks that have not arrived, and the next step. Before the first call: how to make it. */
export function OverviewPage(): ReactNode {
  const tenant = useTenantId();
  const { data } = useControl('describe');
  const conditions = useConditions();
  // The frame of the page shows the error.
  if (!data) return <LoadingPage title="Overview" query={{ data, error: null }} />;
  const { users, contracts, milestones, requests, events } = data.counts;
  if (users + contracts + milestones + requests === 0) return <FirstCall tenant={data} />;
  return (
    <Page title="Overview" intro={`What happened in the tenant ${tenant}.`}>
      <Figures counts={data.counts} />
      <NextStep />
      {conditions && <Reasons reasons={explainConditions(conditions)} />}
      <Section title="Refused calls" actions={<Link href="/requests?outcome=refused">All refused calls</Link>}>
        <Requests outcome="refused" empty="No call was refused." />
      </Section>
      <Section title="Webhooks that have not arrived" actions={<Link href="/deliveries">All deliveries</Link>}>
        <Undelivered empty={events > 0 ? 'Every webhook has arrived.' : 'No webhook was sent yet.'} />
      </Section>
      <Section title="Newest milestones" actions={<Link href="/contracts">All milestones</Link>}>
        <Newest />
      </Section>
      <Section title="Latest requests" actions={<Link href="/requests">All requests</Link>}>
        <Requests label="Latest requests" empty="No request yet." />
      </Section>
    </Page>
  );
}

interface RequestsProps {
  outcome?: 'refused';
  label?: string;
  empty: string;
}

function Requests({ outcome, ...list }: RequestsProps): ReactNode {
  return (
    <Loaded query={useControl('requests', { limit, ...(outcome && { outcome }) })}>
      {({ requests }) => <RequestList {...list} requests={requests} />}
    </Loaded>
  );
}

function Undelivered({ empty }: { empty: string }): ReactNode {
  const failed = useControl('deliveries', { state: 'failed', limit });
  const pending = useControl('deliveries', { state: 'pending', limit });
  const deliveries = [...(failed.data?.deliveries ?? []), ...(pending.data?.deliveries ?? [])].slice(0, limit);
  return (
    <>
      <Problem error={failed.error ?? pending.error} />
      <DeliveryList deliveries={deliveries} empty={empty} />
    </>
  );
}

function Newest(): ReactNode {
  return (
    <Loaded query={useControl('milestones', { limit })}>
      {({ milestones }) => <MilestoneList milestones={milestones} empty="No milestone yet." />}
    </Loaded>
  );
}
