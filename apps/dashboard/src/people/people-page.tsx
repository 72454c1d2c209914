import type { ControlQuery } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { useControl } from '../api/use-control.ts';
import { Filters, NoMatch } from '../ui/filters.tsx';
import { Page } from '../ui/page.tsx';
import { Paged, usePageQuery } from '../ui/paged.tsx';
import { PeopleList } from './people-list.tsx';

/** Every user who is linked to the organization. */
export function PeoplePage(): ReactNode {
  const { query, isFiltered } = usePageQuery<ControlQuery<'listUsers'>>();
  return (
    <Page title="People" intro="Users of the organization, with their consent and one-time passwords.">
      <Filters filters={[{ name: 'q', label: 'Contains', placeholder: 'Phone number, name' }]} />
      <Paged query={useControl('users', query)} list="users">
        {({ users }) => (
          <PeopleList
            users={users}
            empty={isFiltered ? <NoMatch what="user" /> : 'No user yet. Register a customer, who then appears here.'}
          />
        )}
      </Paged>
    </Page>
  );
}
