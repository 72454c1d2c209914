import { CSPProvider } from '@base-ui/react/csp-provider';
import { ControlError } from '@escrow-kit/sandbox-control';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Redirect, Route, Router, Switch } from 'wouter';
import { wantControlToken } from './api/control-token.ts';
import { Pages } from './pages.tsx';
import { Toasts } from './ui/toasts.tsx';

/** The dashboard. At `/` it shows the default tenant; every other address contains the tenant. */
export function App(): ReactNode {
  const [queries] = useState(createQueries);
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <Toasts>
          <Router>
            <Switch>
              <Route path="/dashboard/:tenant/*?">
                <Pages />
              </Route>
              <Route>
                <Redirect to="/dashboard/default" replace />
              </Route>
            </Switch>
          </Router>
        </Toasts>
      </QueryClientProvider>
    </CSPProvider>
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
