import type { ReactNode } from 'react';
import { useControl } from '../api/use-control.ts';
import { useTenantId } from '../api/use-tenant.ts';
import { Badge } from '../ui/badge.tsx';
import { List } from '../ui/list.tsx';
import { Listing, usePageQuery } from '../ui/listing.tsx';
import { Page, Section } from '../ui/page.tsx';
import { CreateTenant } from './create-tenant.tsx';
import { CurrentTenant } from './current-tenant.tsx';

/** The organizations in this sandbox. They share no state, clock, faults or credentials. */
export function TenantsPage(): ReactNode {
  const current = useTenantId();
  return (
    <Page title="Tenants" intro="Each tenant is a separate organization. Use one for each of your parallel tests.">
      <Section title={`State of ${current}`}>
        <CurrentTenant />
      </Section>
      <Section title="All tenants">
        <Listing query={useControl('tenants', usePageQuery())} list="tenants" what="tenant" none="No tenant yet.">
          {({ tenants }, empty) => (
            <List
              label="Tenants"
              empty={empty}
              entries={tenants.map(({ id, clientId }) => ({
                id,
                href: `~/dashboard/${id}`,
                badge: id === current && <Badge tone="green">Current</Badge>,
                title: id,
                text: `Client ${clientId}`,
              }))}
            />
          )}
        </Listing>
      </Section>
      <Section title="Create a tenant">
        <CreateTenant />
      </Section>
    </Page>
  );
}
