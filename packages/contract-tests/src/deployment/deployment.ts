import type { HostName } from '@escrow-kit/spec';
import type { CredentialName } from './credentials.ts';

/** A deployment of the service, and what is needed to verify it. */
export interface Deployment {
  /** The address of each host that is to be verified; its path is kept. Operations of other hosts are not checked. */
  hosts: Partial<Record<HostName, string>>;
  /** What the organization got at onboarding. What needs a missing one is not checked. */
  credentials: Partial<Record<CredentialName, string>>;
  /** The control API, where the deployment is a sandbox. Without it, what calls can't reach is not checked. */
  control?: ControlAccess | undefined;
  /**
   * What the phone numbers of test customers begin with, such as `+9665000`. Digits are added up to twelve. Default:
   * {@link defaultPhonePrefix}.
   */
  phonePrefix?: string | undefined;
  /** A mock that answers from the document alone: no state is set up, and values are those of the pacts. */
  isStateless?: boolean | undefined;
  /** Whether parties have to accept invitations (STATE-3). No call does, so that no started payment is checked then. */
  hasInvitations?: boolean | undefined;
  /** The phone number of the organization's administrator, for the party BROKER. Default: a test customer's. */
  administratorPhone?: string | undefined;
}

/** How the control API of a sandbox is reached. */
export interface ControlAccess {
  /** The sandbox's address. */
  url: string;
  /** Needed where the sandbox was started with one. */
  controlToken?: string | undefined;
  /** The tenant whose credentials are given. Default: `default`. */
  tenant?: string | undefined;
}

/** The country code that no country has, so that nobody has such a number, and there are a thousand million of them. */
export const defaultPhonePrefix = '+999';

/** The option of the command that gives an input, such as `--api-key` for `apiKey`. */
export function optionOf(input: string): string {
  return `--${input.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
