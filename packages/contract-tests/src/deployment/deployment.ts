import { type HostName, operations, type ServiceOperation } from '@escrow-kit/spec';

/** The credentials that are tokens, by the names of their security schemes in the document. */
export const tokenNames = [
  'organizationToken',
  'clientAdminToken',
  'legacyUserToken',
  'legacyAppToken',
  'apiKey',
] as const;

/** A credential that is a token. */
export type TokenValueName = (typeof tokenNames)[number];

/** The credentials that an organization gets at onboarding. Every state provides them. */
export const credentialNames: readonly [...typeof tokenNames, 'clientId', 'clientSecret'] = [
  ...tokenNames,
  'clientId',
  'clientSecret',
];

/** A credential that an organization gets at onboarding. */
export type CredentialName = (typeof credentialNames)[number];

/** The security schemes that an operation accepts, which have the names of the credentials. */
export const acceptedBy = ({ definition }: ServiceOperation): TokenValueName[] =>
  definition.security.flatMap((entry) => Object.keys(entry) as TokenValueName[]);

/** The tokens that the document names for identity calls. None if it has no such call. */
export function listIdentityTokens(): TokenValueName[] {
  const operation = operations.find(({ id }) => id === 'validateOtp');
  return operation ? acceptedBy(operation) : [];
}

/** A deployment of the service and the inputs to verify it. */
export interface Deployment {
  /** The address of each host to verify; it can have a path. Operations of other hosts are not checked. */
  hosts: Partial<Record<HostName, string>>;
  /** The organization's credentials. Checks that need a missing one are skipped. */
  credentials: Partial<Record<CredentialName, string>>;
  /** The control API, if the deployment is a sandbox. Without it, states that calls cannot reach are not checked. */
  control?: ControlAccess | undefined;
  /**
   * The first digits of test phone numbers, such as `+9665000`. The numbers have twelve digits. Default: {@link defaultPhonePrefix}.
   */
  phonePrefix?: string | undefined;
  /** Whether parties must accept invitations (STATE-3). No call accepts one, so started payments are not checked. */
  hasInvitations?: boolean | undefined;
  /** The phone number of the BROKER. Default: a test number. */
  administratorPhone?: string | undefined;
  /** More secrets, such as the values of a sign-in, by the variable that replaces them in reports. Default: none. */
  hiddenValues?: Readonly<Record<string, string>> | undefined;
}

/** How to reach the control API of a sandbox. */
export interface ControlAccess {
  /** The address of the sandbox. */
  url: string;
  /** Required if the sandbox was started with one. */
  controlToken?: string | undefined;
  /**
   * The tenant of the credentials. Default: each run creates and deletes a tenant, and does not use the given credentials.
   */
  tenant?: string | undefined;
}

/** Whether a run creates its tenant in a sandbox, with new credentials, and deletes it. */
export const hasOwnTenant = ({ control }: Deployment): boolean => control !== undefined && control.tenant === undefined;

/** A country code that is not assigned, so no phone has such a number. It allows a billion numbers. */
export const defaultPhonePrefix = '+999';

/** The environment variable of an option or a field, such as `ESCROW_API_KEY` for `apiKey`, `api_key` and `API key`. */
export function variableOf(input: string): string {
  const words = input.replaceAll(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1_').replaceAll(/[^\p{L}\d]+/gu, '_');
  return `ESCROW_${words.toUpperCase()}`;
}

/** The option of the command for an input, such as `--api-key` for `apiKey`. */
export function optionOf(input: string): string {
  return `--${input.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
