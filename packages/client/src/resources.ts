import type { Call } from './calls/call.ts';
import { type CheckoutUrlParts, parseCheckoutUrl, type ShortId, scopeToken } from './checkout-url.ts';
import type { AnswerBody, OperationId } from './document/operation-types.ts';
import type {
  Address,
  BankAccount,
  Deployment,
  FieldOf,
  Milestone,
  operations,
  ParentContract,
  Party,
  RegisterCustomerRequest,
  RegisteredCustomer,
  Schema,
} from './document/registered.ts';
import type { Secret } from './document/secret.ts';
import { fail } from './errors.ts';
import { checkInput } from './input.ts';
import type { CallOptions, ClientSettings } from './options.ts';
import { alwaysRequired, bodyCheckOf, type Check, fieldsOf, object, text } from './rules.ts';

/** The calls by topic. */
export interface Resources {
  /** Users of the organization, their bank accounts and addresses. */
  customers: Customers;
  /** National identity and one-time passwords. */
  verification: Verification;
  /** Contracts, milestones and parties. */
  contracts: Contracts;
  /** The hosted checkout and its tickets. */
  payments: Payments;
  /** The generic Users API. */
  users: Users;
  /**
   * The calls of older integrations.
   * @deprecated Each call names its replacement.
   */
  legacy: Legacy;
}

/** Users of the organization and what they need to receive money. Needs the organization token (AUTH-2). */
interface Customers {
  /**
   * Registers a new user or links an existing one by the same call, which may be repeated (USER-1, USER-2). Which of the three
   * fields are required is not shown, so the client sends `register({})`, and the service decides. Give all three, because
   * contracts identify parties by phone number.
   */
  register(customer: RegisterCustomerRequest, options?: CallOptions): Promise<RegisteredCustomer>;
  /**
   * Adds a bank account, which everyone who receives money needs (BANK-1, BANK-3). The answer is not shown.
   * @param serviceUserId The ID of the registered customer: a whole number, or its digits as text.
   */
  addBankAccount(serviceUserId: number | string, bankAccount: BankAccount, options?: CallOptions): Promise<void>;
  /**
   * Adds an address, which a cash-out by bank transfer needs (ADDR-1, ADDR-2). The answer is not shown.
   * @param serviceUserId The ID of the registered customer: a whole number, or its digits as text.
   */
  addAddress(serviceUserId: number | string, address: Address, options?: CallOptions): Promise<void>;
}

/** Whether a one-time password is valid. */
type OtpValidation = Schema<'OtpValidation'>;
/** A one-time password to check. */
type ValidateOtpRequest = Schema<'ValidateOtpRequest'>;

/**
 * National identity and one-time passwords. Needs the legacy user token or the client admin token; which one is unconfirmed. The client
 * sends the token that is set. If both are set, `options.token` chooses (AUTH-8).
 */
interface Verification {
  /**
   * Submits a national ID of exactly 10 digits; a one-time password goes to the phone registered with it (ID-1).
   * @param userId The ID of the user. Whether it is the serviceUserId is not shown.
   */
  submitNationalId(userId: number | string, nationalId: string, options?: CallOptions): Promise<void>;
  /** Checks whether a one-time password is valid (ID-2). */
  validateOtp(otp: ValidateOtpRequest, options?: CallOptions): Promise<OtpValidation>;
}

/** A contract that the service created. */
type CreatedContract = Schema<'CreatedContract'>;
/** The milestones that the service added. */
type AddedMilestones = Schema<'AddedMilestones'>;

/** Contracts with their milestones and parties. Needs the client admin token (AUTH-3). */
interface Contracts {
  /** Creates the contract, which holds no money (CONTRACT-1). */
  create(parent: ParentContract, options?: CallOptions): Promise<CreatedContract>;
  /**
   * Adds milestones. The order in which the answer lists them, and whether it lists earlier ones, is not shown. To know which is
   * which, add one per call, or use `flows.openContract` (MILESTONE-1, MILESTONE-2).
   * @param contractId The ID of the contract.
   */
  addMilestones(contractId: string, milestones: Milestone[], options?: CallOptions): Promise<AddedMilestones>;
  /**
   * Adds the parties of each milestone, by milestone ID; the service calls the map `mileStonesParties` (PARTY-0). The
   * CUSTOMER amounts must be exactly the sum of the BROKER and PROVIDER amounts (PARTY-4). The answer is not shown.
   * @param contractId The ID of the contract.
   */
  addParties(contractId: string, partiesByMilestone: Record<string, Party[]>, options?: CallOptions): Promise<void>;
}

type PaymentType = FieldOf<NonNullable<operations['startPayment']['parameters']['query']>, 'paymentType'>;

/** A payment to start. */
export interface PaymentStart {
  /** The ID of the milestone to pay, not of the contract. */
  milestoneId: string;
  /** Where the buyer returns to after the checkout: an http or https URL, sent as `new URL(redirectUrl).href` (PAY-1d). */
  redirectUrl: string;
  /** Default `PURCHASE`, the only value that is shown (CONTRACT-3). */
  paymentType?: PaymentType | undefined;
}

/** A started payment: the checkout URL and the information in it. */
export interface StartedPayment extends CheckoutUrlParts {
  /** The hosted checkout. Its host differs by environment (PAY-2). */
  checkoutUrl: string;
}

/** The buyer and the payment that a ticket is for. */
export interface TicketFor {
  /** The short ID in the checkout URL, never another kind of ID (TICKET-2). */
  shortId: ShortId;
  /** The buyer's phone, as it was registered. */
  buyerPhone: string;
}

/** A ticket, which opens the checkout for one buyer and one payment. */
interface PaymentTicket {
  /** Opens the buyer's payment. Use it only for the redirect: do not log or save it. */
  ticket: Secret<'ticket'>;
  /** Lifetime of the ticket; its unit is not shown (TICKET-1). */
  expiresIn: number;
}

/** The hosted checkout. */
export interface Payments {
  /** Starts the payment of a milestone, for the `clientId` of the options (PAY-1, AUTH-5). Needs the client admin token. */
  start(payment: PaymentStart, options?: CallOptions): Promise<StartedPayment>;
  /**
   * Requests a ticket. Do so right before the redirect: a ticket is for one buyer and one payment; do not store or reuse it
   * (TICKET-1, TICKET-6). Authenticates by client ID and secret (AUTH-6).
   */
  requestTicket(ticketFor: TicketFor, options?: CallOptions): Promise<PaymentTicket>;
}

/** A user to link. */
type LinkUserRequest = Schema<'LinkUserRequest'>;
/** Changes of a user. */
type UpdateUserRequest = Schema<'UpdateUserRequest'>;

/** The answer of `users.link`: the linked user in `data`, with the token of the user as a secret. */
interface LinkUserAnswer extends AnswerBody<'linkUser', 200> {}

/** The answer of `users.get`: the user's record in `data`. */
interface UserAnswer extends AnswerBody<'getUser', 200> {}

/** The generic Users API. Needs the API key (AUTH-11). It has rate limits; the names of their headers are not shown (UAPI-6). */
interface Users {
  /** Links a user (UAPI-1). Returns the whole envelope: `success`, `data`, `meta`. */
  link(user: LinkUserRequest, options?: CallOptions): Promise<LinkUserAnswer>;
  /**
   * Reads a user (UAPI-2). Returns the whole envelope: `success`, `data`, `meta`.
   * @param userId The `user_id` that linking returned, such as `usr_…`.
   */
  get(userId: string, options?: CallOptions): Promise<UserAnswer>;
  /**
   * Changes name, phone or metadata (UAPI-3). The answer is not shown.
   * @param userId The `user_id` that linking returned, such as `usr_…`.
   */
  update(userId: string, changes: UpdateUserRequest, options?: CallOptions): Promise<void>;
}

/** A user to sign up. */
type LegacySignUpRequest = Schema<'LegacySignUpRequest'>;
/** The body of `legacy.addIban`. */
type LegacyAddIbanRequest = Schema<'LegacyAddIbanRequest'>;
/** The body of `legacy.addAddress`. */
type LegacyAddAddressRequest = Schema<'LegacyAddAddressRequest'>;

type SignUpAnswer = AnswerBody<'legacySignUp', 200>['data'];

/** A user who signed up. `clientUserToken` is a password: see {@link Legacy.signUp}. */
interface SignedUpUser extends SignUpAnswer {}

/** The deprecated calls. They keep working; each names its replacement (LEGACY-4). */
interface Legacy {
  /**
   * Signs a user up. Needs the legacy app token (AUTH-9). `clientUserToken` is not the legacy customer token, but the customer's
   * password for it: store it encrypted, never log it, and never send it to a browser, so never put it into a checkout URL
   * (LEGACY-1, LEGACY-2). How to get a customer token with it is not shown.
   * @deprecated Use `customers.register`.
   */
  signUp(user: LegacySignUpRequest, options?: CallOptions): Promise<SignedUpUser>;
  /**
   * Adds an IBAN. Needs the legacy user token; host, body and answer are not shown (LEGACY-3).
   * @deprecated Use `customers.addBankAccount`.
   */
  addIban(userId: number | string, body: LegacyAddIbanRequest, options?: CallOptions): Promise<void>;
  /**
   * Adds an address. Needs the legacy user token; host, body and answer are not shown (LEGACY-3).
   * @deprecated Use `customers.addAddress`.
   */
  addAddress(userId: number | string, body: LegacyAddAddressRequest, options?: CallOptions): Promise<void>;
}

/** Creates the calls. */
export const createResources = (call: Call, settings: ClientSettings): Resources => ({
  customers: {
    register: (body, options) => call('registerCustomer', { body }, options, 'serviceUserId'),
    async addBankAccount(serviceUserId, body, options) {
      await call('addBankAccount', { path: { serviceUserId }, body }, options);
    },
    async addAddress(serviceUserId, body, options) {
      await call('addAddress', { path: { serviceUserId }, body }, options);
    },
  },
  verification: {
    async submitNationalId(userId, nationalId, options) {
      await call('submitNationalId', { path: { userId }, body: { nationalId } }, options);
    },
    validateOtp: async (body, options) => (await call('validateOtp', { body }, options, 'data.valid')).data,
  },
  contracts: {
    create: async (body, options) => (await call('createContract', { body }, options, 'data.id')).data,
    addMilestones: async (contractId, milestones, options) => {
      const input = { path: { contractId }, body: { milestones } };
      return (await call('addMilestones', input, options, 'data.milestones')).data;
    },
    async addParties(contractId, mileStonesParties, options) {
      await call('addParties', { path: { contractId }, body: { mileStonesParties } }, options);
    },
  },
  payments: {
    async start(payment, options) {
      const path = { milestoneId: payment?.milestoneId, clientId: requireOption(settings, 'clientId', 'startPayment') };
      const query = paymentQuery(payment, settings.deployment);
      const { data } = await call('startPayment', { path, query }, options, 'data');
      return { checkoutUrl: data, ...parseCheckoutUrl(data) };
    },
    async requestTicket(ticketFor, options) {
      // Checked here, so that errors name the fields as the caller does, not as the form does.
      const checking = { checks: 'none', details: { operationId: 'requestTicket' } } as const;
      const { shortId, buyerPhone } = checkInput<TicketFor>(ticketForCheck, { ...ticketFor }, checking);
      const body = {
        client_id: requireOption(settings, 'clientId', 'requestTicket'),
        client_secret: requireOption(settings, 'clientSecret', 'requestTicket'),
        login_hint: buyerPhone,
        scope: `payment:${shortId}`,
      };
      const check = bodyCheckOf(settings.deployment.operationTable.requestTicket);
      return call('requestTicket', { body: fieldsOf(check, body) }, options, 'ticket');
    },
  },
  users: {
    link: (body, options) => call('linkUser', { body }, options),
    get: (userId, options) => call('getUser', { path: { userId } }, options),
    async update(userId, body, options) {
      await call('updateUser', { path: { userId }, body }, options);
    },
  },
  legacy: {
    signUp: async (body, options) =>
      (await call('legacySignUp', { body }, options, 'data.id', 'data.clientUserToken')).data,
    async addIban(id, body, options) {
      await call('legacyAddIban', { path: { id }, body }, options);
    },
    async addAddress(id, body, options) {
      await call('legacyAddAddress', { path: { id }, body }, options);
    },
  },
});

/** The query that starts a payment, as far as the document has its fields. Our choice of a payment type is sent only if one is required. */
export function paymentQuery(
  payment: Omit<PaymentStart, 'milestoneId'> | undefined,
  { operationTable: { startPayment } }: Deployment,
): { redirectUrl: string; paymentType: PaymentType } {
  const isTypeRequired = startPayment.query?.properties?.['paymentType']?.isRequired;
  const fallback = isTypeRequired ? 'PURCHASE' : undefined;
  const query = { redirectUrl: payment?.redirectUrl, paymentType: payment?.paymentType ?? fallback };
  return fieldsOf(startPayment.query, query) as { redirectUrl: string; paymentType: PaymentType };
}

/** Returns an option that only some calls need. Throws if it is not set. */
export function requireOption(
  settings: ClientSettings,
  name: 'clientId' | 'clientSecret',
  operationId: OperationId,
): string {
  const value = settings[name];
  if (value !== undefined) return value;
  fail('configuration', `was not sent: ${name} is not set. Give it to createEscrowClient.`, { operationId });
}

const ticketForCheck: Check = object({
  properties: {
    shortId: alwaysRequired(text({ pattern: scopeToken, remedy: 'Take it from startPayment.' })),
    buyerPhone: alwaysRequired(text({ remedy: 'Give the phone that the buyer was registered with.' })),
  },
});
