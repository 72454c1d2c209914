import { exampleBodyOf, fillPath, getOperation } from '@escrow-kit/spec';
import type { Deployment } from '../deployment/deployment.ts';
import type { SentRequest } from '../deployment/exchange.ts';

/**
 * A request that changes nothing if the service validates its input: the body is empty, and no record has the ids. Undefined if
 * the host of its operation is not given. Default: no token.
 */
export function toProbe(deployment: Deployment, operationId: string, token?: string): SentRequest | undefined {
  const { path, parameters, method, mediaType, ...operation } = getOperation(operationId);
  const { [operation.host]: base } = deployment.hosts;
  if (!base) return undefined;
  const ids = Object.fromEntries(parameters.map(({ name }) => [name, 'not-there']));
  const isTicket = operationId === 'requestTicket';
  return {
    method,
    url: `${base.replace(/\/+$/, '')}${fillPath(path, ids)}`,
    headers: {
      accept: 'application/json',
      ...(mediaType !== undefined && { 'content-type': mediaType }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(mediaType !== undefined && { body: isTicket ? ticketForm(deployment) : '{}' }),
  };
}

/** For a payment that does not exist, and a phone number that is too short to be anybody's. */
function ticketForm({ credentials }: Deployment): string {
  const example = exampleBodyOf(getOperation('requestTicket')) as Record<string, string>;
  const { clientId = '', clientSecret = '' } = credentials;
  const caller = { client_id: clientId, client_secret: clientSecret };
  return new URLSearchParams({ ...example, ...caller, login_hint: '+447700', scope: 'payment:not-there' }).toString();
}
