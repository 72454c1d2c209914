import { CommandLineError } from '@escrow-kit/shared/command-line';
import type { CredentialName } from '../deployment/credentials.ts';
import { type Deployment, optionOf, variableOf } from '../deployment/deployment.ts';
import { createSend, type Send } from '../deployment/send.ts';
import { toProbe } from './to-probe.ts';

/** A call that changes nothing and shows whether the service knows the caller. */
interface Probe {
  credential: Exclude<CredentialName, 'clientId'>;
  operationId: string;
  /** Whether a 403 means that the token is of another kind. Elsewhere it may be about the permissions of the token's user. */
  isKindShown: boolean;
}

const probes: Probe[] = [
  { credential: 'organizationToken', operationId: 'registerCustomer', isKindShown: true },
  { credential: 'clientAdminToken', operationId: 'createContract', isKindShown: true },
  { credential: 'clientSecret', operationId: 'requestTicket', isKindShown: false },
  { credential: 'apiKey', operationId: 'getUser', isKindShown: true },
  // Not an identity call, because it is not confirmed that those take this token (AUTH-8).
  { credential: 'legacyUserToken', operationId: 'legacyAddIban', isKindShown: false },
  { credential: 'legacyAppToken', operationId: 'legacySignUp', isKindShown: true },
];

/**
 * Throws if a credential is refused, so that a wrong credential is not mistaken for a broken service. Creates nothing if the
 * service validates its input: each body is empty, and no record has the ids.
 */
export async function checkCredentials(deployment: Deployment, send = createSend()): Promise<void> {
  const refusals = await Promise.all(probes.map((probe) => findRefusal(deployment, probe, send)));
  const found = refusals.filter((refusal) => refusal !== undefined);
  if (found.length > 0) throw new CommandLineError(found.join(' '));
}

async function findRefusal(
  deployment: Deployment,
  { credential, operationId, isKindShown }: Probe,
  send: Send,
): Promise<string | undefined> {
  const { [credential]: secret } = deployment.credentials;
  if (!secret) return undefined;
  const request = toProbe(deployment, operationId, credential === 'clientSecret' ? undefined : secret);
  if (!request) return undefined;
  const answer = await send(request, { operationId }).catch(() => undefined);
  const status = answer?.status;
  if (status !== 401 && !(status === 403 && isKindShown)) return undefined;
  const remedy = remedyOf(credential, status);
  const option = optionOf(credential);
  return `${option} (${variableOf(credential)}) is refused by ${new URL(request.url).host} with ${status}. ${remedy}`;
}

function remedyOf(credential: CredentialName, status: number): string {
  if (credential === 'clientSecret') return 'Check it, and --client-id.';
  if (status === 403) return 'Check that it is a token of this kind.';
  return credential === 'apiKey'
    ? 'Check the key; it is given without "Bearer ".'
    : 'Check the token; it is given without "Bearer ".';
}
