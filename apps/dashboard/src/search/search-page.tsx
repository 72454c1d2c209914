import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useControl } from '../api/use-control.ts';
import { useTenantId } from '../api/use-tenant.ts';
import { MilestoneList } from '../contracts/milestone-list.tsx';
import { DeliveryList } from '../deliveries/delivery-list.tsx';
import { PeopleList } from '../people/people-list.tsx';
import { RequestList } from '../requests/request-list.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page, Section } from '../ui/page.tsx';
import { useSearch } from '../ui/use-search.ts';

/** The results of a search among contracts, people, requests and deliveries. */
export function SearchPage(): ReactNode {
  const [{ q = '' }] = useSearch();
  if (q.trim() !== '') return <Results q={q} />;
  return (
    <Page title="Search">
      <p>Search for an id, a title, a phone number, a name, an operation or a rule.</p>
    </Page>
  );
}

function Results({ q }: { q: string }): ReactNode {
  const tenant = useTenantId();
  // The page of each list has the rest.
  const query = { q, limit: 5 };
  const noneOf = (what: string) => `No ${what} in tenant ${tenant} contains this text.`;
  return (
    <Page title={`Search: ${q}`}>
      <Found title="Contracts" q={q} query={useControl('milestones', query)}>
        {({ milestones }) => <MilestoneList milestones={milestones} empty={noneOf('contract')} />}
      </Found>
      <Found title="People" q={q} query={useControl('users', query)}>
        {({ users }) => <PeopleList users={users} empty={noneOf('person')} />}
      </Found>
      <Found title="Requests" q={q} query={useControl('requests', query)}>
        {({ requests }) => <RequestList requests={requests} empty={noneOf('request')} />}
      </Found>
      <Found title="Deliveries" q={q} query={useControl('deliveries', query)}>
        {({ deliveries }) => <DeliveryList deliveries={deliveries} empty={noneOf('delivery')} />}
      </Found>
    </Page>
  );
}

interface FoundProps<Found> {
  title: string;
  q: string;
  query: { data: Found | undefined; error: Error | null };
  children(found: Found): ReactNode;
}

function Found<Found extends { nextCursor: string | null }>({ title, q, query, children }: FoundProps<Found>) {
  const name = title.toLowerCase();
  return (
    <Section title={title}>
      <Loaded query={query}>{children}</Loaded>
      {query.data && query.data.nextCursor !== null && (
        <Link href={`/${name}?q=${encodeURIComponent(q)}`}>{`All ${name} that match`}</Link>
      )}
    </Section>
  );
}
