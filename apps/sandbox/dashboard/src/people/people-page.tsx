import type { ReactNode } from 'react';
import type { Schema } from '../api/schema.ts';
import { useTenantId } from '../api/use-tenant.ts';
import { Filters, TextFilter } from '../ui/filters.tsx';
import { Page } from '../ui/page.tsx';
import { Paged, pageSize } from '../ui/paged.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { useSearch } from '../ui/use-search.ts';
import { Consent } from './consent.tsx';
import { useUsers } from './use-people.ts';

/** Every user who is linked to the organization. */
export function PeoplePage(): ReactNode {
  const tenant = useTenantId();
  const [{ q, cursor }] = useSearch();
  const query = useUsers({
    limit: pageSize,
    ...(q !== undefined && { q }),
    ...(cursor !== undefined && { cursor }),
  });
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
        {(users) => (
          <Rows label="People">
            {users.map((user) => (
              <Row
                key={user.phoneNumber}
                href={`/dashboard/${tenant}/people/${encodeURIComponent(user.phoneNumber)}`}
                badge={<Consent status={user.consent} />}
                title={nameOf(user) || user.phoneNumber}
                text={nameOf(user) ? user.phoneNumber : 'No name'}
                end={<span>{payoutText(user)}</span>}
              />
            ))}
          </Rows>
        )}
      </Paged>
    </Page>
  );
}

/** First and last name; empty where neither is known. */
export function nameOf({ firstName, lastName }: Schema<'User'>): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}

function payoutText({ bankAccounts, addresses }: Schema<'User'>): string {
  if (bankAccounts === 0) return 'no bank account';
  return addresses === 0 ? 'bank account, no address' : 'bank account and address';
}
