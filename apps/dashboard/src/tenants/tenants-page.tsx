import type { ReactNode } from 'react';
import { useTenantId } from '../api/use-tenant-state.ts';
import { Badge } from '../ui/badge.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Paged, pageSize } from '../ui/paged.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { useSearch } from '../ui/use-search.ts';
import { CreateTenant } from './create-tenant.tsx';
import { TenantState } from './tenant-state.tsx';
import { useTenants } from './use-tenants.ts';

/** The organizations in this sandbox. They share no state, clock, faults or credentials. */
export function TenantsPage(): ReactNode {
  const current = useTenantId();
  const [{ cursor }] = useSearch();
  const query = useTenants({ limit: pageSize, ...(cursor !== undefined && { cursor }) });
  return (
    <Page title="Tenants" intro="Each tenant is a separate organization. Use one for each of your parallel tests.">
      <Section title={`The state of ${current}`}>
        <TenantState />
      </Section>
      <Section title="All tenants">
        <Paged query={query} entriesOf={({ tenants }) => tenants} empty="There is no tenant.">
          {(tenants) => (
            <Rows label="Tenants">
              {tenants.map(({ id, clientId }) => (
                <Row
                  key={id}
                  href={`/dashboard/${id}`}
                  badge={id === current ? <Badge tone="green">Shown now</Badge> : <Badge tone="gray">Tenant</Badge>}
                  title={id}
                  text={`Client ${clientId}`}
                />
              ))}
            </Rows>
          )}
        </Paged>
      </Section>
      <Section title="Create a tenant">
        <CreateTenant />
      </Section>
    </Page>
  );
}
