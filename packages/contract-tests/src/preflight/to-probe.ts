import { exampleBodyOf, getOperation } from '@escrow-kit/spec';
import { buildRequest } from '../deployment/build-request.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { SentRequest } from '../deployment/exchange.ts';

/**
 * A request that changes nothing if the service validates its input: the body is empty, and no record has the ids. Undefined if
 * the host of its operation is not given. Default: no token.
 */
export function toProbe(deployment: Deployment, operationId: string, token?: string): SentRequest | undefined {
  const operation = getOperation(operationId);
  const { [operation.host]: base } = deployment.hosts;
  if (!base) return undefined;
  const path = Object.fromEntries(operation.parameters.map(({ name }) => [name, 'not-there']));
  const body = operationId === 'requestTicket' ? ticketForm(deployment) : {};
  return buildRequest(operation, { base, path, body, token });
}

/** For a payment that does not exist, and a phone number that is too short to be anybody's. */
function ticketForm({ credentials }: Deployment): Record<string, string> {
  const example = exampleBodyOf(getOperation('requestTicket')) as Record<string, string>;
  const { clientId = '', clientSecret = '' } = credentials;
  const caller = { client_id: clientId, client_secret: clientSecret };
  return { ...example, ...caller, login_hint: '+447700', scope: 'payment:not-there' };
}
