import { randomUUID } from 'node:crypto';
import { CommandLineError } from '@escrow-kit/shared/command-line';
import { exampleBodyOf, operations } from '@escrow-kit/spec';
import {
  type CredentialName,
  type Deployment,
  defaultPhonePrefix,
  optionOf,
  variableOf,
} from '../deployment/deployment.ts';
import { buildRequest, type SentRequest } from '../deployment/exchange.ts';
import type { Secrets } from '../deployment/secrets.ts';
import { answerLimitInMs, describeFailure, NoAnswerError, type Send } from '../deployment/send.ts';
import { MissingInputError, SetUpError } from '../states/calls.ts';
import { createOwnOrganization, createStateContext, openControl, useOrganization } from '../states/context.ts';
import { registerCustomer } from '../states/steps.ts';

/** Throws if a host does not answer, or if the control API refuses. Any answer of a host will do. */
export async function checkReach({ hosts, control }: Deployment, timeoutInMs = answerLimitInMs): Promise<void> {
  const tried = [...new Set(Object.values(hosts))].map(async (host) => {
    try {
      const response = await fetch(host, { redirect: 'manual', signal: AbortSignal.timeout(timeoutInMs) });
      await response.body?.cancel();
      return [];
    } catch (error) {
      return [`${new URL(host).origin} does not answer (${describeFailure(error, host)}).`];
    }
  });
  const failures = (await Promise.all(tried)).flat();
  if (failures.length > 0)
    throw new CommandLineError(`${failures.join(' ')} Check the address, and that the service is running.`);
  if (!control) return;
  await openControl(control, { timeoutInMs })
    .describe()
    .catch((error: Error) => {
      const remedy = 'Pass the address of a sandbox, with --control-token and --control-tenant if needed.';
      throw new CommandLineError(`--control-url cannot be used: ${error.message} ${remedy}`);
    });
}

/** Options of the checks of the inputs. */
interface CheckOptions {
  send: Send;
  secrets: Secrets;
}

/**
 * Throws if an input is wrong, which would look like a broken service: the hosts are not the service, a credential is refused, the
 * control API belongs to another sandbox, or phone numbers with the default prefix are refused.
 *
 * A sandbox stays as it was. Elsewhere it registers a customer, because only that shows whether the prefix is accepted.
 */
export async function checkDeployment(deployment: Deployment, options: CheckOptions): Promise<void> {
  const organization = await createOwnOrganization(deployment);
  try {
    const used = organization ? useOrganization(deployment, organization) : deployment;
    const tried = await tryProbes(used, options.send);
    if (!organization) refuseCredentials(tried);
    refuseForeign(tried);
    if (used.control) await checkControl(used, options.send);
    else if ((used.phonePrefix ?? defaultPhonePrefix) === defaultPhonePrefix) await checkPhonePrefix(used, options);
  } finally {
    await organization?.control.deleteTenant();
  }
}

/** A call that shows whether the service knows the caller. */
interface Probe {
  operationId: string;
  credential: Exclude<CredentialName, 'clientId'>;
  /** Whether a 403 means another kind of token, not missing permissions of the token's user. */
  isKindShown: boolean;
}

/** Creates nothing if the service validates its input: each body is empty, and no record has the IDs. */
const probes: readonly Probe[] = [
  { operationId: 'createContract', credential: 'clientAdminToken', isKindShown: true },
  { operationId: 'registerCustomer', credential: 'organizationToken', isKindShown: true },
  { operationId: 'requestTicket', credential: 'clientSecret', isKindShown: false },
  { operationId: 'getUser', credential: 'apiKey', isKindShown: true },
  // Not an identity call, because it is not confirmed that those take this token (AUTH-8).
  { operationId: 'legacyAddIban', credential: 'legacyUserToken', isKindShown: false },
  { operationId: 'legacySignUp', credential: 'legacyAppToken', isKindShown: true },
];

/** A probe and its result. */
interface TriedProbe extends Probe {
  request: SentRequest;
  isGiven: boolean;
  /** Undefined if there was no answer, or something else answered. */
  status: number | undefined;
  /** Whether the answer can be from the service: no page, no success, no unknown path. */
  isService: boolean;
  /** The answer, for an error. */
  text: string;
}

async function tryProbes(deployment: Deployment, send: Send): Promise<TriedProbe[]> {
  const tried = probes.map(async (probe): Promise<TriedProbe[]> => {
    const secret = deployment.credentials[probe.credential];
    const token = probe.credential === 'clientSecret' ? undefined : secret;
    const request = toRequest(deployment, probe.operationId, token);
    if (!request) return [];
    return [{ ...probe, request, isGiven: secret !== undefined, ...(await sendProbe(send, request)) }];
  });
  return (await Promise.all(tried)).flat();
}

async function sendProbe(send: Send, request: SentRequest): Promise<Pick<TriedProbe, 'status' | 'isService' | 'text'>> {
  try {
    const { status } = await send(request);
    return { status, isService: status >= 300 && ![404, 405, 501].includes(status), text: `status ${status}` };
  } catch (error) {
    // A service that does not answer is not turned away.
    if (!(error instanceof NoAnswerError)) throw error;
    return { status: undefined, isService: error.kind !== 'not-the-service', text: error.message };
  }
}

/** A request with an empty body, for records that do not exist. Undefined if its operation or host is missing. */
function toRequest(
  { hosts, credentials }: Deployment,
  operationId: string,
  token: string | undefined,
  id = 'not-there',
): SentRequest | undefined {
  // An overlay may take an operation away.
  const operation = operations.find((one) => one.id === operationId);
  const base = operation && hosts[operation.host];
  if (!base) return undefined;
  const path = Object.fromEntries(operation.parameters.map(({ name }) => [name, id]));
  if (operationId !== 'requestTicket') return buildRequest(operation, { base, path, body: {}, token });
  const { clientId = '', clientSecret = '' } = credentials;
  const caller = { client_id: clientId, client_secret: clientSecret };
  // Too short for a phone number.
  const body = { ...(exampleBodyOf(operation) as object), ...caller, login_hint: '+447700', scope: `payment:${id}` };
  return buildRequest(operation, { base, path, body });
}

/** Throws if all hosts answer like a file server or a stub: with pages, unknown paths or successes only. */
function refuseForeign(tried: readonly TriedProbe[]): void {
  const [first] = tried;
  if (!first || tried.some(({ isService }) => isService)) return;
  throw new CommandLineError(
    `This is not the service: it refused none of ${tried.length} wrong calls. ${first.request.method} ${first.request.url}: ${first.text}. Check the address and its path.`,
  );
}

function refuseCredentials(tried: readonly TriedProbe[]): void {
  const refused = tried.filter(
    ({ isGiven, isKindShown, status }) => isGiven && (status === 401 || (status === 403 && isKindShown)),
  );
  if (refused.length === 0) return;
  const lines = refused.map(({ credential, request, status }) => {
    const option = `${optionOf(credential)} (${variableOf(credential)})`;
    const remedy = credential === 'clientSecret' ? 'it and --client-id.' : 'its kind and value. Omit "Bearer ".';
    return `${option} is refused by ${new URL(request.url).host} with ${status}. Check ${remedy}`;
  });
  throw new CommandLineError(lines.join(' '));
}

/** Throws if the tenant of the control API does not see a call to the hosts. The call is refused, and changes nothing. */
async function checkControl(deployment: Deployment, send: Send): Promise<void> {
  const { control, credentials } = deployment;
  const id = randomUUID();
  const request = toRequest(deployment, 'startPayment', credentials.clientAdminToken, id);
  if (!control || !request || credentials.clientAdminToken === undefined) return;
  const { status } = await sendProbe(send, request);
  if (status === undefined) return;
  const { requests } = await openControl(control).requests();
  if (requests.some((one) => JSON.stringify(one).includes(id))) return;
  throw new CommandLineError(
    '--control-url belongs to another sandbox or tenant than the credentials. Check --control-url and --control-tenant.',
  );
}

/** Throws if numbers with the default prefix are refused, which is not a fault of the deployment. */
async function checkPhonePrefix(deployment: Deployment, { send, secrets }: CheckOptions): Promise<void> {
  try {
    await registerCustomer(createStateContext(deployment, { send, secrets }));
  } catch (error) {
    // A missing input and any other status are not about the number.
    if (error instanceof MissingInputError) return;
    if (!(error instanceof SetUpError)) throw error;
    if (error.status !== 400 && error.status !== 422) return;
    throw new CommandLineError(
      `The deployment refused a phone number with the test prefix ${defaultPhonePrefix} (${error.status}). Set --phone-prefix to the first digits of numbers that you own.`,
    );
  }
}
