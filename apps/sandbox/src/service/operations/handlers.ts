import type { OperationId } from '../../document/operations.ts';
import { addAddress } from './add-address.ts';
import { addBankAccount } from './add-bank-account.ts';
import { addMilestones } from './add-milestones.ts';
import { addParties } from './add-parties.ts';
import type { Handler } from './call.ts';
import { createContract } from './create-contract.ts';
import { createGenericContract } from './create-generic-contract.ts';
import { createPayment } from './create-payment.ts';
import { createVirtualIban } from './create-virtual-iban.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { getGenericContract } from './get-generic-contract.ts';
import { getPayment } from './get-payment.ts';
import { getUser } from './get-user.ts';
import { legacyAddAddress } from './legacy-add-address.ts';
import { legacyAddIban } from './legacy-add-iban.ts';
import { legacySignUp } from './legacy-sign-up.ts';
import { linkUser } from './link-user.ts';
import { listWebhooks } from './list-webhooks.ts';
import { registerCustomer } from './register-customer.ts';
import { requestTicket } from './request-ticket.ts';
import { startPayment } from './start-payment.ts';
import { submitNationalId } from './submit-national-id.ts';
import { updateGenericMilestone } from './update-generic-milestone.ts';
import { updateUser } from './update-user.ts';
import { validateOtp } from './validate-otp.ts';

/** What each operation of the document does. */
export const handlers: { [Id in OperationId]: Handler<Id> } = {
  registerCustomer,
  addBankAccount,
  addAddress,
  submitNationalId,
  validateOtp,
  createContract,
  addMilestones,
  addParties,
  startPayment,
  requestTicket,
  legacySignUp,
  legacyAddIban,
  legacyAddAddress,
  linkUser,
  getUser,
  updateUser,
  createGenericContract,
  getGenericContract,
  updateGenericMilestone,
  createPayment,
  getPayment,
  createVirtualIban,
  createWebhook,
  listWebhooks,
  deleteWebhook,
};
