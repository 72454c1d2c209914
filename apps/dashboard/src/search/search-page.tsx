import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useTenantId } from '../api/use-tenant-state.ts';
import { MilestoneRows } from '../contracts/milestone-rows.tsx';
import { useMilestones } from '../contracts/use-milestones.ts';
import { DeliveryRows } from '../deliveries/delivery-rows.tsx';
import { useDeliveries } from '../deliveries/use-deliveries.ts';
import { PeopleRows } from '../people/people-rows.tsx';
import { useUsers } from '../people/use-people.ts';
import { RequestRows } from '../requests/request-rows.tsx';
import { useRequests } from '../requests/use-requests.ts';
import { Problem } from '../ui/notice.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Loading } from '../ui/paged.tsx';
import { useSearch } from '../ui/use-search.ts';

/** The most entries of each list. The list's page has the rest. */
const shown = 5;

/** The results of a search among contracts, people, requests and deliveries. */
export function SearchPage(): ReactNode {
  const [{ q = '' }] = useSearch();
  const isEnabled = q.trim() !== '';
  const query = { q, limit: shown };
  const milestones = useMilestones(query, isEnabled);
  const requests = useRequests(query, isEnabled);
  const deliveries = useDeliveries(query, isEnabled);
  const users = useUsers(query, isEnabled);
  if (!isEnabled) {
    return (
      <Page title="Search">
        <p>Type an id, a title, a phone number, a name, an operation or a rule into the search box.</p>
      </Page>
    );
  }
  return (
    <Page title={`Search: ${q}`}>
      <Found title="Contracts" path="contracts" query={milestones} count={milestones.data?.milestones.length}>
        <MilestoneRows milestones={milestones.data?.milestones ?? []} />
      </Found>
      <Found title="People" path="people" query={users} count={users.data?.users.length}>
        <PeopleRows users={users.data?.users ?? []} />
      </Found>
      <Found title="Requests" path="requests" query={requests} count={requests.data?.requests.length}>
        <RequestRows requests={requests.data?.requests ?? []} />
      </Found>
      <Found title="Deliveries" path="deliveries" query={deliveries} count={deliveries.data?.deliveries.length}>
        <DeliveryRows deliveries={deliveries.data?.deliveries ?? []} />
      </Found>
    </Page>
  );
}

interface FoundProps {
  title: string;
  path: string;
  query: { data: { nextCursor: string | null } | undefined; error: Error | null };
  count: number | undefined;
  children: ReactNode;
}

function Found({ title, path, query: { data, error }, count = 0, children }: FoundProps): ReactNode {
  const tenant = useTenantId();
  const [{ q = '' }] = useSearch();
  return (
    <Section title={title}>
      {error && <Problem error={error} title="The search failed" />}
      {!data && !error && <Loading />}
      {data && count === 0 && <p>Nothing found.</p>}
      {count > 0 && children}
      {data && data.nextCursor !== null && (
        <p>
          <Link
            href={`/dashboard/${tenant}/${path}?q=${encodeURIComponent(q)}`}
          >{`All ${title.toLowerCase()} that match`}</Link>
        </p>
      )}
    </Section>
  );
}
