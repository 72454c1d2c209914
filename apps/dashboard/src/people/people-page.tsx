import type { ReactNode } from 'react';
import { Filters, TextFilter } from '../ui/filters.tsx';
import { Page } from '../ui/page.tsx';
import { Paged, usePageQuery } from '../ui/paged.tsx';
import { useSearch } from '../ui/use-search.ts';
import { PeopleRows } from './people-rows.tsx';
import { useUsers } from './use-people.ts';

/** Every user who is linked to the organization. */
export function PeoplePage(): ReactNode {
  const [{ q }] = useSearch();
  const query = useUsers(usePageQuery());
  return (
    <Page
      title="People"
      intro="Who is linked to the organization, by phone number, with consent and one-time passwords."
    >
      <Filters>
        <TextFilter label="Contains" name="q" placeholder="Phone number, name" />
      </Filters>
      <Paged
        query={query}
        entriesOf={({ users }) => users}
        empty={q ? 'Nobody matches.' : 'Nobody is linked yet. Register a customer, who then appears here.'}
      >
        {(users) => <PeopleRows users={users} />}
      </Paged>
    </Page>
  );
}
