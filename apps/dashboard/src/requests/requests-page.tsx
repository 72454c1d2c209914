import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useServiceDescription, useTenantId } from '../api/use-tenant-state.ts';
import { Filters, SelectFilter, TextFilter } from '../ui/filters.tsx';
import { Page } from '../ui/page.tsx';
import { Paged, usePageQuery } from '../ui/paged.tsx';
import { useSearch } from '../ui/use-search.ts';
import { RequestRows } from './request-rows.tsx';
import { useRequests } from './use-requests.ts';

/** The tenant that collects requests with unknown tokens. */
const defaultTenant = 'default';

/** Every call that was answered, with the rule that it breaks. */
export function RequestsPage(): ReactNode {
  const [{ outcome, status, operationId, rule, q }] = useSearch();
  const tenant = useTenantId();
  const { data: service } = useServiceDescription();
  const isFiltered = Boolean(outcome || status || operationId || rule || q);
  const query = useRequests({
    ...usePageQuery(),
    ...((outcome === 'refused' || outcome === 'answered') && { outcome }),
    ...(status !== undefined && { status: Number(status) }),
    ...(operationId !== undefined && { operationId }),
    ...(rule !== undefined && { rule }),
  });
  return (
    <Page
      title="Requests"
      intro={`Every call of the service, newest first. Values that are secret or personal are left out.${
        tenant === defaultTenant ? '' : ` Calls with an unknown token are in the tenant ${defaultTenant}.`
      }`}
    >
      <Filters>
        <SelectFilter
          label="Outcome"
          name="outcome"
          options={[
            ['refused', 'Refused'],
            ['answered', 'Answered'],
          ]}
        />
        <TextFilter label="Status" name="status" type="number" placeholder="403" />
        <SelectFilter
          label="Operation"
          name="operationId"
          options={(service?.operations ?? []).map(({ operationId: id }) => [id, id])}
        />
        <SelectFilter label="Rule" name="rule" options={(service?.rules ?? []).map(({ id }) => [id, id])} />
        <TextFilter label="Contains" name="q" placeholder="Id, path, message" />
      </Filters>
      {rule !== undefined && (
        <p>
          This list has the requests that break {rule} first.{' '}
          <Link href={`/dashboard/${tenant}/requests?q=${encodeURIComponent(rule)}`}>Everything that names {rule}</Link>
        </p>
      )}
      <Paged
        query={query}
        entriesOf={({ requests }) => requests}
        empty={isFiltered ? 'No request matches.' : 'No request yet. Make the first call, and it appears here at once.'}
      >
        {(requests) => <RequestRows requests={requests} />}
      </Paged>
    </Page>
  );
}
