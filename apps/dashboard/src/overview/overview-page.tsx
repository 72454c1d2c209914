import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useTenantId, useTenantState } from '../api/use-tenant-state.ts';
import { MilestoneRows } from '../contracts/milestone-rows.tsx';
import { useMilestones } from '../contracts/use-milestones.ts';
import { DeliveryRows } from '../deliveries/delivery-rows.tsx';
import { explainConditions } from '../deliveries/explain-delivery.ts';
import { Reasons } from '../deliveries/reasons.tsx';
import { useConditions, useDeliveries } from '../deliveries/use-deliveries.ts';
import { RequestRows } from '../requests/request-rows.tsx';
import { useRequests } from '../requests/use-requests.ts';
import { LoadingPage } from '../ui/loading-page.tsx';
import { Problem } from '../ui/notice.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Figures } from './figures.tsx';
import { FirstCall } from './first-call.tsx';
import { NextStep } from './next-step.tsx';

/** The most entries of each list. */
const shown = 5;

/** Refused calls, webhooks that have not arrived, and the next step. Before the first call: how to make it. */
export function OverviewPage(): ReactNode {
  const tenant = useTenantId();
  const { data } = useTenantState();
  if (!data) return <LoadingPage title="Overview" error={null} />;
  const { users, contracts, milestones, requests } = data.counts;
  if (users + contracts + milestones + requests === 0) return <FirstCall tenant={data} />;
  return (
    <Page title="Overview" intro={`What happened in the tenant ${tenant}.`}>
      <Figures counts={data.counts} />
      <NextStep />
      <Conditions />
      <Refused />
      <Undelivered hasEvents={data.counts.events > 0} />
      <Latest />
      <LatestRequests />
    </Page>
  );
}

function Conditions(): ReactNode {
  const conditions = useConditions();
  const reasons = conditions ? explainConditions(conditions) : [];
  return reasons.length > 0 && <Reasons reasons={reasons} />;
}

function Refused(): ReactNode {
  const tenant = useTenantId();
  const { data, error } = useRequests({ outcome: 'refused', limit: shown });
  return (
    <Section
      title="Refused calls"
      actions={<Link href={`/dashboard/${tenant}/requests?outcome=refused`}>All refused calls</Link>}
    >
      <Problem error={error} />
      {data?.requests.length === 0 && <p>No call was refused.</p>}
      {data && data.requests.length > 0 && <RequestRows requests={data.requests} />}
    </Section>
  );
}

function Undelivered({ hasEvents }: { hasEvents: boolean }): ReactNode {
  const tenant = useTenantId();
  const failed = useDeliveries({ state: 'failed', limit: shown });
  const pending = useDeliveries({ state: 'pending', limit: shown });
  const deliveries = [...(failed.data?.deliveries ?? []), ...(pending.data?.deliveries ?? [])].slice(0, shown);
  return (
    <Section
      title="Webhooks that have not arrived"
      actions={<Link href={`/dashboard/${tenant}/deliveries`}>All deliveries</Link>}
    >
      <Problem error={failed.error ?? pending.error} />
      {deliveries.length > 0 ? (
        <DeliveryRows deliveries={deliveries} />
      ) : (
        <p>{hasEvents ? 'Every webhook has arrived.' : 'No webhook was sent yet.'}</p>
      )}
    </Section>
  );
}

function Latest(): ReactNode {
  const tenant = useTenantId();
  const { data, error } = useMilestones({ limit: shown });
  return (
    <Section title="Newest milestones" actions={<Link href={`/dashboard/${tenant}/contracts`}>All milestones</Link>}>
      <Problem error={error} />
      {data?.milestones.length === 0 && <p>No milestone yet.</p>}
      {data && data.milestones.length > 0 && <MilestoneRows milestones={data.milestones} />}
    </Section>
  );
}

function LatestRequests(): ReactNode {
  const tenant = useTenantId();
  const { data, error } = useRequests({ limit: shown });
  return (
    <Section title="Latest requests" actions={<Link href={`/dashboard/${tenant}/requests`}>All requests</Link>}>
      <Problem error={error} />
      {data?.requests.length === 0 && <p>No request yet.</p>}
      {data && data.requests.length > 0 && <RequestRows label="Latest requests" requests={data.requests} />}
    </Section>
  );
}
