import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useControl } from '../api/use-control.ts';
import { useTenantId } from '../api/use-tenant.ts';
import { ReasonsForAll } from '../deliveries/reasons.tsx';
import { Loaded, LoadingPage } from '../ui/loaded.tsx';
import { Page, Section } from '../ui/page.tsx';
import { FirstCall } from './first-call.tsx';
import { Guide } from './guide.tsx';
import { Latest } from './latest.tsx';
import { NeedsSomebody } from './needs-somebody.tsx';
import { RequestBars } from './request-bars.tsx';
import { StateBar } from './state-bar.tsx';
import { useProgress } from './use-progress.ts';
import './overview.css';

/** The state of the tenant, and what needs somebody; until a milestone is settled, the next step first. Before the first call: how to make it. */
export function OverviewPage(): ReactNode {
  const tenant = useTenantId();
  const { data } = useControl('describe');
  const progress = useProgress();
  const overview = useControl('overview');
  if (!data) return <LoadingPage title="Overview" />;
  const { users, contracts, milestones, requests } = data.counts;
  if (users + contracts + milestones + requests === 0) return <FirstCall tenant={data} />;
  return (
    <Page title="Overview" intro={`Activity in tenant ${tenant}`}>
      {progress && !progress.isSettled && <Guide progress={progress} />}
      <ReasonsForAll />
      <Loaded query={overview} what="The overview">
        {({ milestonesByState, requestsOverTime, attention, latest }) => (
          <>
            <Section title="Milestones" isCard actions={<Link href="/contracts">All contracts</Link>}>
              <StateBar counts={milestonesByState} />
            </Section>
            <NeedsSomebody attention={attention} since={requestsOverTime[0]?.from ?? 0} />
            <Section title="Requests in 24 hours" isCard actions={<Link href="/requests">All requests</Link>}>
              <RequestBars slots={requestsOverTime} />
            </Section>
            <Section title="What happened last">
              <Latest happenings={latest} />
            </Section>
          </>
        )}
      </Loaded>
      {progress?.isSettled && <Guide progress={progress} />}
    </Page>
  );
}
