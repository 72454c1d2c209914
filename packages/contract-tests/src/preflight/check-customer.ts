import { ControlError } from '@escrow-kit/sandbox-control';
import { CommandLineError } from '@escrow-kit/shared/command-line';
import { type Deployment, defaultPhonePrefix } from '../deployment/deployment.ts';
import { createSend } from '../deployment/send.ts';
import { createStateContext, openControl } from '../state-handlers/context.ts';
import { SetUpError } from '../state-handlers/set-up-error.ts';
import { registerCustomer } from '../state-handlers/steps.ts';

/**
 * Registers a customer. Throws if a number of the default prefix is refused: the deployment may know that nobody can have it, which
 * is not a fault. Throws if the control API does not know the customer, because it belongs to another sandbox or tenant than the
 * hosts. Otherwise a refusal is left to the verification.
 */
export async function checkCustomer(deployment: Deployment, send = createSend()): Promise<void> {
  const { control, phonePrefix = defaultPhonePrefix } = deployment;
  const isDefault = phonePrefix === defaultPhonePrefix;
  if (!isDefault && !control) return;
  const customer = await registerCustomer(createStateContext(deployment, { send })).catch((error: unknown) => {
    if (!(error instanceof SetUpError)) throw error;
    if (!isDefault || error.status === undefined || error.status >= 500) return undefined;
    throw new CommandLineError(
      `A customer with a phone number of the prefix ${phonePrefix} is refused with ${error.status}. Nobody has such a number. Set --phone-prefix to what your own test numbers begin with.`,
    );
  });
  if (!customer || !control) return;
  // It is PENDING already: this only finds out whether the control API knows the customer.
  const isKnown = await openControl(control)
    .setConsent(customer.phoneNumber, 'PENDING')
    .then(() => true)
    .catch((error: unknown) => {
      if (error instanceof ControlError && error.field === 'phoneNumber') return false;
      throw error;
    });
  if (isKnown) return;
  throw new CommandLineError(
    '--control-url does not know a customer that --identity-url has just registered. Give the address of the same sandbox, and as --control-tenant the tenant of the credentials.',
  );
}
