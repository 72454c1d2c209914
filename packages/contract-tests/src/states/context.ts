import { type Control, type CreatedTenant, createControl } from '@escrow-kit/sandbox-control';
import { type ControlAccess, type Deployment, defaultPhonePrefix, hasOwnTenant } from '../deployment/deployment.ts';
import { addInputs, createSecrets, type Secrets } from '../deployment/secrets.ts';
import { answerLimitInMs, createSend, type Send } from '../deployment/send.ts';
import { type CallService, createCallService, MissingInputError } from './calls.ts';
import { createPhoneNumbers, type PhoneNumbers } from './test-data.ts';

/** What state handlers need. */
export interface StateContext {
  deployment: Deployment;
  send: Send;
  /** Makes calls with the credentials of the deployment. */
  call: CallService;
  /** Never shown. */
  secrets: Secrets;
  phones: PhoneNumbers;
  /** Found or created once for all states of an organization, such as the payee of its contracts. */
  shared: Map<string, Promise<string | undefined>>;
  /** The control of the tenant that the credentials belong to. Throws if the deployment has no control API. */
  control(): Control;
  /** Creates a separate organization, whose clock, webhook and limits affect nothing else. It is removed at the end. */
  createOrganization(): Promise<CreatedTenant>;
  /** Removes what was created through the control API. */
  close(): Promise<void>;
}

/**
 * Creates the context of one verification, and adds the inputs of the deployment to its secrets. After the signal no organization is
 * created.
 */
export function createStateContext(
  deployment: Deployment,
  {
    secrets = createSecrets(),
    send = createSend(),
    signal,
  }: { secrets?: Secrets; send?: Send; signal?: AbortSignal | undefined } = {},
): StateContext {
  addInputs(secrets, deployment);
  const organizations: Promise<CreatedTenant>[] = [];
  const control = () => {
    if (!deployment.control) throw new MissingInputError('control', 'it needs a sandbox (--control-url)');
    return openControl(deployment.control);
  };
  return {
    deployment,
    secrets,
    send,
    call: createCallService({ deployment, secrets, send }),
    phones: createPhoneNumbers(deployment.phonePrefix ?? defaultPhonePrefix),
    shared: new Map(),
    control,
    async createOrganization() {
      signal?.throwIfAborted();
      const creation = control().createTenant();
      organizations.push(creation);
      const created = await creation;
      const { clientSecret, webhookSecret, tokens } = created.credentials;
      secrets.add(clientSecret, webhookSecret, ...Object.values(tokens));
      return created;
    },
    async close() {
      await Promise.allSettled(organizations.map(async (creation) => (await creation).control.deleteTenant()));
    },
  };
}

/** The context in which another organization makes the calls. */
export function actFor(context: StateContext, organization: CreatedTenant): StateContext {
  const deployment = useOrganization(context.deployment, organization);
  return { ...context, deployment, call: createCallService({ ...context, deployment }), shared: new Map() };
}

/** The control of the tenant of the credentials. `timeoutInMs` limits each call. Default: 30 seconds. */
export function openControl(
  { url, controlToken, tenant }: ControlAccess,
  { timeoutInMs = answerLimitInMs }: { timeoutInMs?: number } = {},
): Control {
  return createControl(url, {
    controlToken,
    ...(tenant !== undefined && { tenant }),
    fetch: (target, request) => fetch(target, { ...request, signal: AbortSignal.timeout(timeoutInMs) }),
  });
}

/** The credentials of a created organization, as states provide them. */
export function credentialsOf({
  credentials,
}: Pick<CreatedTenant, 'credentials'>): Required<Deployment['credentials']> {
  const { clientId, clientSecret, tokens } = credentials;
  return {
    organizationToken: tokens.organization,
    clientAdminToken: tokens.clientAdmin,
    legacyUserToken: tokens.legacyUser,
    legacyAppToken: tokens.legacyApp,
    apiKey: tokens.apiKey,
    clientId,
    clientSecret,
  };
}

/**
 * Creates an organization for one run in a sandbox, so that runs share no limits and no data. Undefined if the deployment is not a
 * sandbox, or if a tenant is named.
 */
export async function createOwnOrganization(deployment: Deployment): Promise<CreatedTenant | undefined> {
  const { control } = deployment;
  return control && hasOwnTenant(deployment) ? openControl(control).createTenant() : undefined;
}

/** The deployment with this organization instead of the given one, whose administrator it does not know. */
export function useOrganization(deployment: Deployment, organization: CreatedTenant): Deployment {
  const { control } = deployment;
  return {
    ...deployment,
    credentials: credentialsOf(organization),
    control: control && { ...control, tenant: organization.control.tenant },
    administratorPhone: undefined,
  };
}
