import { type Deployment, defaultPhonePrefix } from '../deployment/deployment.ts';
import { createSecrets } from '../deployment/secrets.ts';
import { createSend } from '../deployment/send.ts';
import { createCallService } from '../state-handlers/call-service.ts';
import { createPhoneNumbers } from '../state-handlers/phone-numbers.ts';
import { RefusedCallError, SetUpError } from '../state-handlers/set-up-error.ts';
import { registerCustomer } from '../state-handlers/steps.ts';
import { CommandLineError } from './command-line-error.ts';

/**
 * Throws if the deployment refuses a customer with a number of the default prefix. It may know that nobody can have such a
 * number, which is not a fault. Registers one customer. A prefix that the caller chose is not tried here; the checks use it.
 */
export async function checkPhoneNumbers(deployment: Deployment, send = createSend()): Promise<void> {
  if (deployment.phonePrefix !== undefined && deployment.phonePrefix !== defaultPhonePrefix) return;
  const phones = createPhoneNumbers(defaultPhonePrefix);
  const call = createCallService(deployment, { secrets: createSecrets(), send });
  try {
    await registerCustomer({ call, phones });
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    if (!(error instanceof RefusedCallError) || error.status >= 500) return;
    throw new CommandLineError(
      `A customer with a phone number of the prefix ${defaultPhonePrefix} is refused with ${error.status}. Nobody has such a number. Set --phone-prefix to what your own test numbers begin with.`,
    );
  }
}
