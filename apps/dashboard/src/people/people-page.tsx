import type { ReactNode } from 'react';
import { useControl } from '../api/use-control.ts';
import { Listing, usePageQuery } from '../ui/listing.tsx';
import { Page } from '../ui/page.tsx';
import { PeopleList } from './people-list.tsx';

/** Every user who is linked to the organization. */
export function PeoplePage(): ReactNode {
  return (
    <Page title="People" intro="Users of the organization, with their consent and one-time passwords.">
      <Listing
        query={useControl('users', usePageQuery())}
        list="users"
        what="user"
        none="No user yet. Register a customer, who then appears here."
        filters={[{ name: 'q', label: 'Contains', placeholder: 'Phone number, name' }]}
      >
        {({ users }, empty) => <PeopleList users={users} empty={empty} />}
      </Listing>
    </Page>
  );
}
