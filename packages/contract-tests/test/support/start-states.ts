import { json } from 'node:stream/consumers';
import type { Deployment } from '../../src/deployment/deployment.ts';
import { startLocalServer } from '../../src/deployment/local-server.ts';
import { createStateContext } from '../../src/state-handlers/context.ts';
import { createStateHandlers } from '../../src/state-handlers/create-state-handlers.ts';

type Values = Record<string, unknown>;
type StateRequest = { state: string; params?: Values; action?: 'setup' | 'teardown' };
type AnyHandler = (parameters: Values) => Promise<Values>;

/**
 * Starts an address that sets up states, as the operator of a service has it. `toAnswer` makes the answer of the values of a
 * state and of its parameters.
 */
export async function startStates(
  deployment: Deployment,
  onTestFinished: (finish: () => void | Promise<void>) => void,
  toAnswer: (values: Values, parameters: Values) => Values,
): Promise<string> {
  const context = createStateContext(deployment);
  const handlers = createStateHandlers(context) as unknown as Record<string, AnyHandler>;
  const { url, close } = await startLocalServer(async (request, response) => {
    const { state, params = {}, action } = (await json(request)) as StateRequest;
    if (action === 'teardown') return void response.end();
    const values = await handlers[state]?.(params).catch(() => undefined);
    // Pact would repeat its request for 15 seconds after a 5xx.
    response.writeHead(values ? 200 : 409, { 'content-type': 'application/json' });
    response.end(JSON.stringify(values ? toAnswer(values, params) : {}));
  });
  onTestFinished(() => context.close());
  onTestFinished(close);
  return url;
}
