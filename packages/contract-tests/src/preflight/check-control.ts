import { type Deployment, defaultPhonePrefix } from '../deployment/deployment.ts';
import { createSecrets } from '../deployment/secrets.ts';
import { createSend } from '../deployment/send.ts';
import { createCallService } from '../state-handlers/call-service.ts';
import { openControl } from '../state-handlers/context.ts';
import { createPhoneNumbers } from '../state-handlers/phone-numbers.ts';
import { SetUpError } from '../state-handlers/set-up-error.ts';
import { registerCustomer } from '../state-handlers/steps.ts';
import { CommandLineError } from './command-line-error.ts';

/**
 * Throws if the control API belongs to another sandbox or tenant than the hosts, which shows when it does not know a customer
 * that the hosts registered. Registers one customer. Does not throw if that is refused: then the verification reports it.
 */
export async function checkControl(deployment: Deployment, send = createSend()): Promise<void> {
  const { control } = deployment;
  if (!control) return;
  const phones = createPhoneNumbers(deployment.phonePrefix ?? defaultPhonePrefix);
  const call = createCallService(deployment, { secrets: createSecrets(), send });
  try {
    const { phoneNumber } = await registerCustomer({ call, phones });
    const { users } = await openControl(control).users({ q: phoneNumber });
    if (users.length > 0) return;
  } catch (error) {
    if (error instanceof SetUpError) return;
    throw error;
  }
  throw new CommandLineError(
    '--control-url does not know a customer that --identity-url has just registered. Give the address of the same sandbox, and as --control-tenant the tenant of the credentials.',
  );
}
