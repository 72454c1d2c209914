import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useControl } from '../api/use-control.ts';
import { useTenantId } from '../api/use-tenant.ts';
import { Listing, usePageQuery } from '../ui/listing.tsx';
import { Page } from '../ui/page.tsx';
import { useSearch } from '../ui/use-search.ts';
import { RequestList } from './request-list.tsx';

/** The tenant that collects requests with unknown tokens. */
const defaultTenant = 'default';

const outcomes = [
  ['refused', 'Refused'],
  ['failed', 'Failed'],
  ['answered', 'Answered'],
] as const;

/** Every call that was answered, with the rule that it breaks. */
export function RequestsPage(): ReactNode {
  const [{ rule }] = useSearch();
  const { data: { operations, rules } = { operations: [], rules: [] } } = useControl('service');
  const elsewhere =
    useTenantId() === defaultTenant ? '' : ` Calls with an unknown token are in the tenant ${defaultTenant}.`;
  return (
    <Page title="Requests" intro={`Every call to the service. Secret and personal values are left out.${elsewhere}`}>
      {rule !== undefined && (
        <p>
          Only requests whose first broken rule is {rule}.{' '}
          <Link href={`/requests?q=${encodeURIComponent(rule)}`}>All that mention {rule}</Link>
        </p>
      )}
      <Listing
        query={useControl('requests', usePageQuery())}
        list="requests"
        what="request"
        none="No request yet. Make the first call, and it appears here at once."
        filters={[
          { name: 'outcome', label: 'Outcome', options: outcomes },
          { name: 'q', label: 'Contains', placeholder: 'Id, path, message' },
          { name: 'status', label: 'Status', type: 'number', placeholder: '403', isFolded: true },
          {
            name: 'operationId',
            label: 'Operation',
            options: operations.map(({ operationId }) => operationId),
            isFolded: true,
          },
          { name: 'rule', label: 'Rule', options: rules.map(({ id }) => id), isFolded: true },
        ]}
        isTimed
      >
        {({ requests }, empty) => <RequestList requests={requests} empty={empty} />}
      </Listing>
    </Page>
  );
}
