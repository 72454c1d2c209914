import type { components } from '@escrow-kit/client/schema';
import { type OperationId, openApiDocument } from '@escrow-kit/spec';
import { checkoutUrl, issueTicket, startPayment } from '../domain/checkout.ts';
import { insertContract } from '../domain/contracts.ts';
import {
  deleteRecord,
  type GenericUser,
  getGenericUser,
  getRecord,
  listGenericMilestones,
  listRecords,
  type RecordKind,
  storeGenericMilestone,
  storeRecord,
  updateGenericUser,
  upsertGenericUser,
} from '../domain/generic.ts';
import { fromHalalas } from '../domain/halalas.ts';
import { addMilestones, statusOf } from '../domain/milestones.ts';
import { addParties } from '../domain/parties.ts';
import { createIban } from '../domain/payments.ts';
import { runCheck } from '../domain/refuse-or-note.ts';
import { isObject, requireObject, requireObjects, requireText, requireTexts } from '../domain/require-shape.ts';
import { writeUserId } from '../domain/service-id.ts';
import { checkClientSecret, type TenantCall } from '../domain/tenants.ts';
import {
  checkOtp,
  checkPhone,
  getUserOfPath,
  insertPayoutDetails,
  issueUserCredential,
  linkCustomer,
  requirePhone,
  submitNationalId,
} from '../domain/users.ts';
import type { Call, Handler } from './call.ts';

/** A handler for each operation. */
export type Handlers = { [Id in OperationId]: Handler<Id> };

/** The handler of each operation of the document. */
export const handlers: Handlers = {
  // Contracts

  /** Creates the parent, which holds no money and belongs to the client of the token (CONTRACT-1, CONTRACT-2, AUTH-5). */
  createContract({ store, tenant, body, now }) {
    requireObject(body, { rule: 'CONTRACT-1c', field: 'body' });
    const id = insertContract(store, { tenant, details: body, now });
    // Each has one value, even if it was left out and CONTRACT-1a is only noted.
    return { data: { id, type: fixed('type'), senderRole: fixed('senderRole'), status: statusOf('CREATED') } };
  },

  /**
   * Adds milestones to a parent, each CREATED and with its fee (MILESTONE-1, MILESTONE-2, STATE-1). Answers with the milestones
   * of this call, in its order. Refuses a call without milestones. Both are our choices: not shown.
   */
  addMilestones(call) {
    const { contractId } = call.path;
    requireObject(call.body, { rule: 'MILESTONE-1c', field: 'body' });
    requireObjects(call.body.milestones, { rule: 'MILESTONE-1c', field: 'milestones' });
    const added = addMilestones(call, { contractId, requests: call.body.milestones });
    const milestones = added.map(({ id, itemPrice, fee, feePercentage }) => ({
      id,
      itemPrice: fromHalalas(itemPrice),
      fee: fromHalalas(fee),
      feePercentage,
      status: statusOf('CREATED'),
    }));
    return { data: { parentContractId: contractId, milestones } };
  },

  /** Adds the parties of milestones, all or none (PARTY-0 to PARTY-4). */
  addParties(call) {
    requireObject(call.body, { rule: 'PARTY-0c', field: 'body' });
    const requests = call.body.mileStonesParties;
    requireObject(requests, { rule: 'PARTY-0c', field: 'mileStonesParties' });
    return { data: { milestones: addParties(call, { contractId: call.path.contractId, requests }) } };
  },

  // Customers

  /** Registers a user, or links the one with this phone (USER-1, USER-2). */
  registerCustomer({ store, tenant, body, now }) {
    requireObject(body, { rule: 'USER-1d', field: 'body' });
    const { phoneNumber: phone, firstName, lastName } = body;
    requireText({ phoneNumber: phone, firstName, lastName }, 'USER-1d');
    requirePhone(phone);
    const customer = { phone, firstName, lastName };
    const { id, identification } = linkCustomer(store, { tenantId: tenant.id, customer, now });
    // As texts, which the answer turns into numbers where the document has numbers.
    return {
      serviceUserId: String(writeUserId(id)),
      userIdentification: String(writeUserId(identification, 'identification')),
    };
  },

  /** Adds a bank account to a user (BANK-1). Answers with its id: our choice, not shown. */
  addBankAccount(call) {
    requireObject(call.body, { rule: 'BANK-1', field: 'body' });
    requireText({ iban: call.body.iban }, 'BANK-1');
    return addPayoutDetails(call, { kind: 'bank', id: call.path.serviceUserId, field: 'serviceUserId' });
  },

  /** Adds an address to a user (ADDR-1). Answers with its id: our choice, not shown. */
  addAddress(call) {
    requireObject(call.body, { rule: 'ADDR-1', field: 'body' });
    return addPayoutDetails(call, { kind: 'address', id: call.path.serviceUserId, field: 'serviceUserId' });
  },

  /** Stores a national identity number and sends its one-time password (ID-1). */
  submitNationalId(call) {
    const user = getUserOfPath(call, { id: call.path.userId, field: 'userId' });
    requireObject(call.body, { rule: 'ID-1', field: 'body' });
    const { nationalId } = call.body;
    requireTexts({ nationalId }, 'ID-1');
    submitNationalId(call, { user, nationalId });
    return { data: { otpType: 'NATIONAL_ID_OTP' } };
  },

  /** Returns whether a one-time password is right (ID-2). */
  validateOtp(call) {
    requireObject(call.body, { rule: 'ID-2b', field: 'body' });
    const { type, phoneNumber: phone, otp: code } = call.body;
    requireText({ type, phoneNumber: phone }, 'ID-2b');
    // A password in quotes is one too.
    if (typeof code !== 'number') requireText({ otp: code }, 'ID-2b');
    // If ID-2a is only noted, a field may be missing; then no password is right.
    const isComplete = type !== undefined && phone !== undefined && code !== undefined;
    return { data: { valid: isComplete && checkOtp(call, { type, phone, code }) } };
  },

  // Payments

  /** Answers with the checkout URL, and stores the buyer's return address (PAY-1, PAY-2, PAY-3). */
  startPayment(call) {
    const { tenant, path, query, publicUrl } = call;
    // If PAY-1a is only noted, it may be missing.
    const redirectUrl: string | undefined = query.redirectUrl;
    const shortId = startPayment(call, { clientId: path.clientId, milestoneId: path.milestoneId, redirectUrl });
    return { data: checkoutUrl({ publicUrl, tenant, shortId }) };
  },

  /** Issues a ticket for one buyer and one payment (TICKET-1). */
  requestTicket(call) {
    requireObject(call.body, { rule: 'TICKET-1b', field: 'body' });
    const { client_secret, login_hint, scope } = call.body;
    // A field that is repeated is a list.
    requireText({ ...call.body }, 'TICKET-1b');
    requireTexts({ client_secret, login_hint, scope }, 'TICKET-1b');
    checkClientSecret(call.tenant, client_secret);
    return issueTicket(call, { phone: login_hint, shortId: scope.replace(/^payment:/, '') });
  },

  // The Users API

  /**
   * Links a user by phone (UAPI-1). The same phone is the same user, updated with what is sent. The user is also a customer of
   * the organization, to whom the token belongs: our choice, not shown.
   */
  linkUser(call) {
    const { store, tenant, body, now } = call;
    requireObject(body, { rule: 'UAPI-1', field: 'body' });
    const { email, phone, name } = body;
    requireTexts({ email, phone, name }, 'UAPI-1');
    const tenantId = tenant.id;
    const customer = linkCustomer(store, { tenantId, customer: { phone }, now });
    const id = upsertGenericUser(store, { tenantId, user: body, now });
    const user = getGenericUser(store, { tenantId, id });
    return envelop(call, {
      user_id: id,
      waffy_token: issueUserCredential(store, { tenantId, userId: customer.id, kind: 'legacyUser' }),
      status: statusOfUser(user),
      verification_required: !user.isIdentityVerified,
      created_at: toTimestamp(user.createdAt),
      ...(user.metadata && { metadata: user.metadata }),
    });
  },

  /** Returns a user (UAPI-2). */
  getUser: (call) => answerUser(call, { tenantId: call.tenant.id, id: call.path.userId }),

  /** Changes what is sent of a user (UAPI-3), and answers with the whole record: our choice, not shown. */
  updateUser(call) {
    const { store, tenant, path, body, now } = call;
    requireObject(body, { rule: 'UAPI-3', field: 'body' });
    requireText({ name: body.name, phone: body.phone }, 'UAPI-3');
    const key = { tenantId: tenant.id, id: path.userId };
    getGenericUser(store, key);
    updateGenericUser(store, { ...key, change: body, now });
    return answerUser(call, key);
  },

  // The generic calls. Their shapes are not shown, so they store what was sent: our choice (UAPI-7)

  /** Stores a generic contract (UAPI-7). It is not an escrow. */
  createGenericContract: (call) => createRecord(call, 'contract'),

  /** Returns a generic contract with its milestones (UAPI-7). */
  getGenericContract(call) {
    const contract = getRecord(call.store, keyOf(call, 'contract'));
    const milestones = listGenericMilestones(call.store, { tenantId: call.tenant.id, contractId: contract.id });
    return envelop(call, milestones.length > 0 ? { ...contract, milestones } : contract);
  },

  /** Writes a milestone of a generic contract, and creates it if it is new, because no other call does (UAPI-7, our choice). */
  updateGenericMilestone(call) {
    const { store, tenant, path, now } = call;
    const { milestoneId } = path;
    const body = fieldsOf(call.body);
    const { id: contractId } = getRecord(store, keyOf(call, 'contract'));
    storeGenericMilestone(store, { tenantId: tenant.id, contractId, milestoneId, body, now });
    return envelop(call, { ...body, id: milestoneId });
  },

  /** Stores a generic payment (UAPI-7). No money moves. */
  createPayment: (call) => createRecord(call, 'payment'),

  /** Returns a generic payment (UAPI-7). */
  getPayment: (call) => envelop(call, getRecord(call.store, keyOf(call, 'payment'))),

  /** Makes up an IBAN, well-formed and of no bank (UAPI-7). */
  createVirtualIban: (call) => createRecord(call, 'virtualIban', { iban: createIban() }),

  /** Stores a webhook record (UAPI-7). It does not change the address of events, which the operator sets (HOOK-6). */
  createWebhook: (call) => createRecord(call, 'webhook'),

  /** Lists the webhook records, the oldest first (UAPI-7). */
  listWebhooks(call) {
    return envelop(call, { webhooks: listRecords(call.store, { tenantId: call.tenant.id, kind: 'webhook' }) });
  },

  /** Removes a webhook record (UAPI-7). */
  deleteWebhook(call) {
    deleteRecord(call.store, keyOf(call, 'webhook'));
    return envelop(call, { id: call.path.id, deleted: true });
  },

  // Legacy calls

  /**
   * Registers a customer and answers with a new password of the user, `clientUserToken` (LEGACY-1). How it becomes a customer
   * token is not shown, so nothing here accepts it; the control API issues customer tokens.
   */
  legacySignUp({ store, tenant, body, now, refuseOrNote }) {
    requireObject(body, { rule: 'LEGACY-1c', field: 'body' });
    const { phoneNumber, firstName, lastName, clientUserId } = body;
    requireText({ phoneNumber, firstName, lastName, clientUserId }, 'LEGACY-1c');
    // If LEGACY-1a is only noted, it may be missing.
    const phone: string | undefined = phoneNumber;
    requirePhone(phone);
    runCheck(() => checkPhone(phone), refuseOrNote);
    const tenantId = tenant.id;
    const customer = { phone, firstName, lastName, clientUserId };
    const { id, isKnown } = linkCustomer(store, { tenantId, customer, now });
    const clientUserToken = issueUserCredential(store, { tenantId, userId: id, kind: 'clientUserToken' });
    return { data: { id: writeUserId(id), preExistingUser: isKnown, clientUserToken } };
  },

  /** Adds a bank account to a user. Stores any JSON, because no shape is shown (LEGACY-3). */
  legacyAddIban: (call) => addPayoutDetails(call, { kind: 'bank', id: call.path.id, field: 'id' }),

  /** Adds an address to a user. Stores any JSON, because no shape is shown (LEGACY-3). */
  legacyAddAddress: (call) => addPayoutDetails(call, { kind: 'address', id: call.path.id, field: 'id' }),
};

/** The one value that the document allows for a field of a parent. */
const fixed = <Name extends 'type' | 'senderRole'>(name: Name) =>
  openApiDocument.components.schemas['ParentContractRequest']?.properties?.[name]
    ?.enum?.[0] as components['schemas']['CreatedContract'][Name];

type CallWithBody = TenantCall & { requestId: string; body?: unknown };

/** Stores the body as the user's. Throws if the path names no user, or another one than the token's. */
function addPayoutDetails(
  call: CallWithBody,
  { kind, ...user }: { kind: 'bank' | 'address'; id: string; field: string },
) {
  const details = fieldsOf(call.body);
  return { data: { id: insertPayoutDetails(call, { user: getUserOfPath(call, user), kind, details }) } };
}

/** Stores what was sent under a new id, and returns it with the sandbox's fields. */
function createRecord(call: CallWithBody, kind: RecordKind, added: object = {}) {
  const { store, tenant, now } = call;
  const body = { ...fieldsOf(call.body), ...added };
  return envelop(call, storeRecord(store, { tenantId: tenant.id, kind, body, now }));
}

/** The record that a path names. */
function keyOf({ tenant, path }: Pick<Call<'getPayment'>, 'tenant' | 'path'>, kind: RecordKind) {
  return { tenantId: tenant.id, kind, id: path.id };
}

/**
 * A body whose shape is not shown, as the fields of a record: the fields of an object, none without a body, and any other JSON
 * as the field `body`. Our choice: not shown (UAPI-7, LEGACY-3).
 */
function fieldsOf(body: unknown): Record<string, unknown> {
  if (body === undefined) return {};
  return isObject(body) ? body : { body };
}

/** The envelope of every result of the Users API (UAPI-1). The generic calls have it too: our choice, not shown. */
function envelop<Data>({ requestId, now }: { requestId: string; now: number }, data: Data) {
  return { success: true as const, data, meta: { request_id: requestId, timestamp: toTimestamp(now) } };
}

/** Writes a time in milliseconds since 1970 as ISO 8601. */
function toTimestamp(time: number): string {
  return new Date(time).toISOString();
}

/**
 * Answers with a user (UAPI-2). The token is shown only when it is issued. A user is `verified` once the national identity is: our
 * choice, not shown.
 */
function answerUser(call: CallWithBody, key: { tenantId: string; id: string }) {
  const user = getGenericUser(call.store, key);
  return envelop(call, {
    user_id: user.id,
    email: user.email,
    phone: user.phone,
    name: user.name,
    ...(user.metadata && { metadata: user.metadata }),
    status: statusOfUser(user),
    verification_status: {
      email_verified: false,
      phone_verified: user.isPhoneVerified,
      kyc_status: user.isIdentityVerified ? ('approved' as const) : ('pending' as const),
    },
    created_at: toTimestamp(user.createdAt),
    updated_at: toTimestamp(user.updatedAt),
  });
}

/** The two values seen. */
function statusOfUser({ isIdentityVerified }: GenericUser): 'linked' | 'verified' {
  return isIdentityVerified ? 'verified' : 'linked';
}
