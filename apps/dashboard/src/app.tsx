import { ControlError } from '@escrow-kit/sandbox-control';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Building2, Clock, CreditCard, FileText, House, ScrollText, Send, Settings, Users, Zap } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { useControlTokenWanted, wantControlToken } from './api/control-token.ts';
import { useTenantId } from './api/use-tenant.ts';
import { CheckoutPage } from './checkout/checkout-page.tsx';
import { ClockPage } from './clock/clock-page.tsx';
import { ContractPage } from './contracts/contract-page.tsx';
import { ContractsPage } from './contracts/contracts-page.tsx';
import { DeliveriesPage } from './deliveries/deliveries-page.tsx';
import { DeliveryPage } from './deliveries/delivery-page.tsx';
import { FaultsPage } from './faults/faults-page.tsx';
import { OverviewPage } from './overview/overview-page.tsx';
import { PeoplePage } from './people/people-page.tsx';
import { PersonPage } from './people/person-page.tsx';
import { RequestPage } from './requests/request-page.tsx';
import { RequestsPage } from './requests/requests-page.tsx';
import { SearchPage } from './search/search-page.tsx';
import { SettingsPage } from './settings/settings-page.tsx';
import type { NavigationLink } from './shell/navigation.tsx';
import { Shell } from './shell/shell.tsx';
import { TokenPage } from './shell/token-page.tsx';
import { TenantsPage } from './tenants/tenants-page.tsx';
import { Page } from './ui/page.tsx';
import { Toasts } from './ui/toasts.tsx';

/** The pages of a tenant that the navigation lists, by path. */
const listed: (NavigationLink & { component: () => ReactNode })[] = [
  { path: '/', label: 'Overview', icon: House, component: OverviewPage },
  { path: '/contracts', label: 'Contracts', icon: FileText, component: ContractsPage },
  { path: '/requests', label: 'Requests', icon: ScrollText, component: RequestsPage },
  { path: '/deliveries', label: 'Deliveries', icon: Send, component: DeliveriesPage },
  { path: '/people', label: 'People', icon: Users, component: PeoplePage },
  { path: '/checkout', label: 'Checkout', icon: CreditCard, component: CheckoutPage },
  { path: '/clock', label: 'Clock', icon: Clock, component: ClockPage },
  { path: '/faults', label: 'Faults', icon: Zap, component: FaultsPage },
  { path: '/settings', label: 'Settings', icon: Settings, component: SettingsPage },
  { path: '/tenants', label: 'Tenants', icon: Building2, component: TenantsPage },
];

/** The others. */
const unlisted = [
  { path: '/contracts/:milestoneId', component: ContractPage },
  { path: '/requests/:requestId', component: RequestPage },
  { path: '/deliveries/:deliveryId', component: DeliveryPage },
  { path: '/people/:phoneNumber', component: PersonPage },
  { path: '/search', component: SearchPage },
];

/** The dashboard. At `/` it shows the default tenant; every other address contains the tenant. */
export function App(): ReactNode {
  const [queries] = useState(createQueries);
  return (
    <QueryClientProvider client={queries}>
      <Toasts>
        <Switch>
          <Route path="/dashboard/:tenant" nest>
            <Pages />
          </Route>
          <Route>
            <Redirect to="/dashboard/default" replace />
          </Route>
        </Switch>
      </Toasts>
    </QueryClientProvider>
  );
}

/** Every page of a tenant, by its address. */
function Pages(): ReactNode {
  const tenant = useTenantId();
  const [location] = useLocation();
  if (useControlTokenWanted()) return <TokenPage />;
  return (
    <Shell links={listed}>
      {/* The key resets inputs and results for each page and tenant. */}
      <Switch key={`${tenant} ${location}`}>
        {[...listed, ...unlisted].map(({ path, component }) => (
          <Route key={path} path={path} component={component} />
        ))}
        <Route>
          <Page title="No page at this address">
            <p>Choose a page in the navigation.</p>
          </Page>
        </Route>
      </Switch>
    </Shell>
  );
}

/** Does not retry a refusal. Retries a few times if there was no answer. */
function createQueries(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: askForToken }),
    mutationCache: new MutationCache({ onError: askForToken }),
    defaultOptions: {
      queries: {
        staleTime: 2000,
        retry: (count, error) => count < 2 && error instanceof ControlError && error.status === 0,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** A used ticket of the checkout is unauthorized too, which does not concern the control token. */
function askForToken(error: Error): void {
  if (error instanceof ControlError && error.status === 401 && error.field === 'authorization') wantControlToken();
}
