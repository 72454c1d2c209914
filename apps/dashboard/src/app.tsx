import { ControlError } from '@escrow-kit/sandbox-control';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { useControl, useTenantId } from './api/use-control.ts';
import { ClockPage } from './clock/clock-page.tsx';
import { ContractPage } from './contracts/contract-page.tsx';
import { ContractsPage } from './contracts/contracts-page.tsx';
import { DeliveriesPage } from './deliveries/deliveries-page.tsx';
import { DeliveryPage } from './deliveries/delivery-page.tsx';
import { OverviewPage } from './overview/overview-page.tsx';
import { RequestPage } from './requests/request-page.tsx';
import { RequestsPage } from './requests/requests-page.tsx';
import { Shell } from './shell/shell.tsx';
import { TokenPage } from './shell/token-page.tsx';
import { Page } from './ui/page.tsx';
import { Toasts } from './ui/use-move.tsx';

/** Every page of a tenant by its path. */
const pages: Record<string, () => ReactNode> = {
  '/': OverviewPage,
  '/contracts': ContractsPage,
  '/contracts/:milestoneId': ContractPage,
  '/requests': RequestsPage,
  '/requests/:requestId': RequestPage,
  '/deliveries': DeliveriesPage,
  '/deliveries/:deliveryId': DeliveryPage,
  '/clock': ClockPage,
};

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

function Pages(): ReactNode {
  const tenant = useTenantId();
  const [location] = useLocation();
  const { error } = useControl('describe');
  if (error instanceof ControlError && error.status === 401) return <TokenPage />;
  return (
    <Shell>
      {/* The key resets inputs and results for each page and tenant. */}
      <Switch key={`${tenant} ${location}`}>
        {Object.entries(pages).map(([path, component]) => (
          <Route key={path} path={path} component={component} />
        ))}
        <Route>
          <Page title="Page not found">
            <p>Choose a page from the navigation.</p>
          </Page>
        </Route>
      </Switch>
    </Shell>
  );
}

/** Does not retry a refusal. Retries a few times if there was no answer. */
function createQueries(): QueryClient {
  return new QueryClient({
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
