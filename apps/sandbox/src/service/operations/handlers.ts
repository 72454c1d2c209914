import type { OperationId } from '@escrow-kit/spec';
import type { Handler } from './call.ts';
import { addMilestones, createContract } from './contracts.ts';
import { addAddress, addBankAccount, registerCustomer } from './customers.ts';
import {
  createGenericContract,
  createPayment,
  createVirtualIban,
  createWebhook,
  deleteWebhook,
  getGenericContract,
  getPayment,
  listWebhooks,
  updateGenericMilestone,
} from './generic.ts';
import { submitNationalId, validateOtp } from './identity.ts';
import { legacyAddAddress, legacyAddIban, legacySignUp } from './legacy.ts';
import { addParties } from './parties.ts';
import { startPayment } from './payments.ts';
import { requestTicket } from './tickets.ts';
import { getUser, linkUser, updateUser } from './users-api.ts';

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
