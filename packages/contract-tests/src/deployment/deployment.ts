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

/** What an organization gets at onboarding. Every state provides all of it. */
export const credentialNames: readonly [...typeof tokenNames, 'clientId', 'clientSecret'] = [
  ...tokenNames,
  'clientId',
  'clientSecret',
];

/** A credential that an organization gets at onboarding. */
export type CredentialName = (typeof credentialNames)[number];

/** The security schemes that an operation takes one of, which have the names of the credentials. */
export const acceptedBy = ({ definition }: ServiceOperation): TokenValueName[] =>
  definition.security.flatMap((entry) => Object.keys(entry) as TokenValueName[]);

/** The tokens that the document names for identity calls. None if it has no such call. */
export function listIdentityTokens(): TokenValueName[] {
  const operation = operations.find(({ id }) => id === 'validateOtp');
  return operation ? acceptedBy(operation) : [];
}

/** A deployment of the service, with what is needed to verify it. */
export interface Deployment {
  /** The address of each host to verify; requests keep its path. Operations of other hosts are not checked. */
  hosts: Partial<Record<HostName, string>>;
  /** What the organization got at onboarding. Checks that need a missing credential are left out. */
  credentials: Partial<Record<CredentialName, string>>;
  /** The control API, if the deployment is a sandbox. Without it, states that calls can't reach are not checked. */
  control?: ControlAccess | undefined;
  /**
   * What the phone numbers of test customers begin with, such as `+9665000`. Digits are added up to twelve. Default:
   * {@link defaultPhonePrefix}.
   */
  phonePrefix?: string | undefined;
  /** Whether parties have to accept invitations (STATE-3). No call can accept one, so started payments are not checked then. */
  hasInvitations?: boolean | undefined;
  /** The phone number of the organization's administrator, for the party BROKER. Default: a test customer's. */
  administratorPhone?: string | undefined;
  /** More values that no report shows, by what stands there instead, such as what a sign-in sends, by its variables. Default: none. */
  hiddenValues?: Readonly<Record<string, string>> | undefined;
}

/** How to reach the control API of a sandbox. */
export interface ControlAccess {
  /** The address of the sandbox. */
  url: string;
  /** Needed if the sandbox was started with one. */
  controlToken?: string | undefined;
  /**
   * The tenant that the credentials belong to. Default: a tenant that each run creates for itself and deletes, with credentials of
   * its own; those given are not used.
   */
  tenant?: string | undefined;
}

/** Whether a run creates a tenant for itself in a sandbox, with credentials of its own, and deletes it. */
export const hasOwnTenant = ({ control }: Deployment): boolean => control !== undefined && control.tenant === undefined;

/** A country code that no country has, so nobody has such a number. It leaves a thousand million numbers. */
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
