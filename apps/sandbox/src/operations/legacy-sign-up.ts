import { createValidator } from '@escrow-kit/spec/validate';
import { Refusal } from '../refusal.ts';
import { issueUserCredential } from '../users/issue-user-credential.ts';
import { linkCustomer } from '../users/link-customer.ts';
import type { Handler } from './call.ts';

/**
 * Signs a customer up, as registering does, and answers with a fresh password of the user, `clientUserToken` (LEGACY-1).
 * How it becomes a customer token is not shown, so nothing here takes it: the control API issues customer tokens.
 */
export const legacySignUp: Handler<'legacySignUp'> = async ({ trx, tenant, body, now }) => {
  const { phoneNumber: phone, firstName, lastName, clientUserId } = body;
  checkPhone(phone);
  const tenantId = tenant.id;
  const customer = { phone, firstName, lastName, clientUserId };
  const { id, isKnown } = await linkCustomer(trx, { tenantId, customer, now });
  const clientUserToken = await issueUserCredential(trx, { tenantId, userId: id, kind: 'clientUserToken' });
  return { data: { id, preExistingUser: isKnown, clientUserToken } };
};

type Validate = ReturnType<typeof createValidator>;
let validatePhone: Validate | undefined;

/** The form of the phone is not shown for this call. Ours is that of registering: one user has one phone, whoever links. */
function checkPhone(phone: string): void {
  validatePhone ??= createValidator('#/components/schemas/PhoneNumber');
  const [violation] = validatePhone(phone);
  if (!violation) return;
  const message = `phoneNumber ${violation.message}. ${violation.remedy ?? ''}`.trim();
  throw new Refusal('rule_violation', { rule: 'LEGACY-1', field: 'phoneNumber', message });
}
