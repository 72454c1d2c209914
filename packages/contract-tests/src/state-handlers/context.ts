import { type Control, type CreatedTenant, createControl } from '@escrow-kit/sandbox-control';
import { type ControlAccess, type Deployment, defaultPhonePrefix } from '../deployment/deployment.ts';
import type { Secrets } from '../deployment/secrets.ts';
import type { Send } from '../deployment/send.ts';
import { type CallService, createCallService } from './call-service.ts';
import { createPhoneNumbers, type PhoneNumbers } from './phone-numbers.ts';
import { SetUpError } from './set-up-error.ts';

/** What state handlers need. */
export interface StateContext {
  deployment: Deployment;
  call: CallService;
  /** Never shown. */
  secrets: Secrets;
  phones: PhoneNumbers;
  /** The control of the tenant that the credentials belong to. Throws if the deployment has no control API. */
  control(): Control;
  /** Creates a separate organization, whose clock, webhook and limits affect nothing else. It is removed at the end. */
  createOrganization(): Promise<CreatedTenant>;
  /** Removes what was created through the control API. */
  close(): Promise<void>;
}

/** Creates the context of one verification. */
export function createStateContext(
  deployment: Deployment,
  { secrets, send }: { secrets: Secrets; send: Send },
): StateContext {
  const { control: access } = deployment;
  const organizations: CreatedTenant[] = [];
  const control = () => {
    if (!access) throw new SetUpError('the deployment has no control API');
    return openControl(access);
  };
  return {
    deployment,
    secrets,
    call: createCallService(deployment, { secrets, send }),
    phones: createPhoneNumbers(deployment.phonePrefix ?? defaultPhonePrefix),
    control,
    async createOrganization() {
      const created = await control().createTenant();
      organizations.push(created);
      const { clientSecret, webhookSecret, tokens } = created.credentials;
      secrets.add(clientSecret, webhookSecret, ...Object.values(tokens));
      return created;
    },
    async close() {
      await Promise.allSettled(organizations.map((organization) => organization.control.deleteTenant()));
    },
  };
}

/** The control of the tenant that the credentials belong to. */
export function openControl({ url, controlToken, tenant }: ControlAccess): Control {
  return createControl(url, { controlToken, ...(tenant !== undefined && { tenant }) });
}

/** The credentials of a created organization, as states provide them. */
export function credentialsOf({ credentials }: CreatedTenant): Required<Deployment['credentials']> {
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
