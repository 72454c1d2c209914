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

/** Throws if a host gives no answer at all, or if the control API refuses. Any answer of a host counts. */
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
      const remedy = 'Give the address of a sandbox, with --control-token and --control-tenant if it needs them.';
      throw new CommandLineError(`--control-url can't be used: ${error.message} ${remedy}`);
    });
}

/** How to check a deployment before the first check. */
interface CheckOptions {
  send: Send;
  secrets: Secrets;
}

/**
 * Throws if what is given is wrong, so that it is not mistaken for a broken service: the hosts are something else, a credential is
 * refused, the control API is another sandbox's, or phone numbers of the default prefix are refused.
 *
 * In a sandbox it creates nothing that stays. Elsewhere it registers a customer, because nothing else shows which numbers are taken.
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
  /** Whether a 403 means that the token is of another kind. Elsewhere it may be about the permissions of the token's user. */
  isKindShown: boolean;
}

/** Creates nothing if the service validates its input: each body is empty, and no record has the ids. */
const probes: readonly Probe[] = [
  { operationId: 'createContract', credential: 'clientAdminToken', isKindShown: true },
  { operationId: 'registerCustomer', credential: 'organizationToken', isKindShown: true },
  { operationId: 'requestTicket', credential: 'clientSecret', isKindShown: false },
  { operationId: 'getUser', credential: 'apiKey', isKindShown: true },
  // Not an identity call, because it is not confirmed that those take this token (AUTH-8).
  { operationId: 'legacyAddIban', credential: 'legacyUserToken', isKindShown: false },
  { operationId: 'legacySignUp', credential: 'legacyAppToken', isKindShown: true },
];

/** A probe and what came of it. */
interface TriedProbe extends Probe {
  request: SentRequest;
  isGiven: boolean;
  /** Undefined if there was no answer, or something else answered. */
  status: number | undefined;
  /** Whether the service may have answered so: not with a page, a success, or that there is nothing at the path. */
  isService: boolean;
  /** What came. */
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
  // A number that is too short to be anybody's.
  const body = { ...(exampleBodyOf(operation) as object), ...caller, login_hint: '+447700', scope: `payment:${id}` };
  return buildRequest(operation, { base, path, body });
}

/** Throws if all hosts answer like a server of files or a stub: every call with a page, as an unknown path, or with a success. */
function refuseForeign(tried: readonly TriedProbe[]): void {
  const [first] = tried;
  if (!first || tried.some(({ isService }) => isService)) return;
  throw new CommandLineError(
    `This is not the service, because it refuses none of ${tried.length} calls as the service does. ${first.request.method} ${first.request.url}: ${first.text}. Check the address and its path.`,
  );
}

function refuseCredentials(tried: readonly TriedProbe[]): void {
  const refused = tried.filter(
    ({ isGiven, isKindShown, status }) => isGiven && (status === 401 || (status === 403 && isKindShown)),
  );
  if (refused.length === 0) return;
  const lines = refused.map(({ credential, request, status }) => {
    const option = `${optionOf(credential)} (${variableOf(credential)})`;
    const remedy =
      credential === 'clientSecret' ? 'it, and --client-id.' : 'its kind and value; it is given without "Bearer ".';
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
    '--control-url does not know a call that --contract-url has just refused. Give the address of the same sandbox, and as --control-tenant the tenant of the credentials.',
  );
}

/** Throws if numbers of the default prefix are refused: the deployment may know that nobody has them, which is not a fault. */
async function checkPhonePrefix(deployment: Deployment, { send, secrets }: CheckOptions): Promise<void> {
  try {
    await registerCustomer(createStateContext(deployment, { send, secrets }));
  } catch (error) {
    // What is missing, and any other status, is not about the number.
    if (error instanceof MissingInputError) return;
    if (!(error instanceof SetUpError)) throw error;
    if (error.status !== 400 && error.status !== 422) return;
    throw new CommandLineError(
      `A customer with a phone number of the prefix ${defaultPhonePrefix} is refused with ${error.status}. Nobody has such a number. Set --phone-prefix to what your own test numbers begin with.`,
    );
  }
}
