import { type ReactNode, useSyncExternalStore } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { isControlTokenWanted, watchControlToken } from './api/control-token.ts';
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
import { Shell } from './shell/shell.tsx';
import { TokenPage } from './shell/token-page.tsx';
import { TenantsPage } from './tenants/tenants-page.tsx';
import { Page } from './ui/page.tsx';

/** Every page of a tenant, by its address. */
export function Pages(): ReactNode {
  const [location] = useLocation();
  const isTokenWanted = useSyncExternalStore(watchControlToken, isControlTokenWanted);
  if (isTokenWanted) return <TokenPage />;
  return (
    <Shell>
      {/* The key resets inputs and results for each page and tenant. */}
      <Switch key={location}>
        <Route path="/dashboard/:tenant" component={OverviewPage} />
        <Route path="/dashboard/:tenant/contracts" component={ContractsPage} />
        <Route path="/dashboard/:tenant/contracts/:milestoneId" component={ContractPage} />
        <Route path="/dashboard/:tenant/requests" component={RequestsPage} />
        <Route path="/dashboard/:tenant/requests/:requestId" component={RequestPage} />
        <Route path="/dashboard/:tenant/deliveries" component={DeliveriesPage} />
        <Route path="/dashboard/:tenant/deliveries/:deliveryId" component={DeliveryPage} />
        <Route path="/dashboard/:tenant/people" component={PeoplePage} />
        <Route path="/dashboard/:tenant/people/:phoneNumber" component={PersonPage} />
        <Route path="/dashboard/:tenant/checkout" component={CheckoutPage} />
        <Route path="/dashboard/:tenant/clock" component={ClockPage} />
        <Route path="/dashboard/:tenant/faults" component={FaultsPage} />
        <Route path="/dashboard/:tenant/settings" component={SettingsPage} />
        <Route path="/dashboard/:tenant/tenants" component={TenantsPage} />
        <Route path="/dashboard/:tenant/search" component={SearchPage} />
        <Route>
          <Page title="There is no such page">
            <p>Choose one from the navigation.</p>
          </Page>
        </Route>
      </Switch>
    </Shell>
  );
}
