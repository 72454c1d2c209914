import type { ReactNode } from 'react';
import { useControl, useTenantId } from '../api/use-control.ts';
import { Listing, useFilters } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { RequestList } from './request-list.tsx';

/** The tenant that collects requests with unknown tokens. */
const defaultTenant = 'default';

const outcomes = [
  ['answered', 'Answered'],
  ['refused', 'Refused (400 to 499)'],
  ['failed', 'Failed (500 and above)'],
] as const;

/** The newest calls, each with the rule that it breaks. */
export function RequestsPage(): ReactNode {
  const [search] = useFilters();
  const { data: { operations, rules } = { operations: [], rules: [] } } = useControl('service');
  const elsewhere =
    useTenantId() === defaultTenant ? '' : ` Calls with an unknown token are in tenant ${defaultTenant}.`;
  return (
    <Page title="Requests" intro={`All calls to the service, without secret and personal values.${elsewhere}`}>
      <Listing
        query={useControl('requests', search)}
        what="request"
        none="No requests yet. Make the first call to see it here."
        filters={[
          { name: 'outcome', label: 'Outcome', options: outcomes },
          { name: 'operationId', label: 'Operation', options: operations.map(({ operationId }) => operationId) },
          { name: 'rule', label: 'Broken rule', options: rules.map(({ id }) => id) },
        ]}
      >
        {({ requests }, empty) => <RequestList requests={requests} empty={empty} />}
      </Listing>
    </Page>
  );
}
