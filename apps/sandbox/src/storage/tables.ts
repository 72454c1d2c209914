import type { milestoneStates, TokenKind } from '@escrow-kit/spec';
import type { ColumnType, Insertable, Selectable } from 'kysely';

/**
 * The tables, the same on SQLite and PostgreSQL. Times are milliseconds since 1970 on the tenant's clock, unless the name says
 * `System`; amounts are whole halalas; booleans are 0 and 1; the suffix `Json` marks JSON text. The key of every table except
 * `tenants`, `sandboxMigrations` and `sandboxInstances` begins with the tenant, so that tenants are separate and an export can be
 * imported anywhere.
 */
export interface Tables {
  tenants: TenantTable;
  credentials: CredentialTable;
  users: UserTable;
  bankAccounts: BankAccountTable;
  addresses: AddressTable;
  otps: OtpTable;
  contracts: ContractTable;
  milestones: MilestoneTable;
  parties: PartyTable;
  ledgerEntries: LedgerEntryTable;
  tickets: TicketTable;
  checkoutSessions: CheckoutSessionTable;
  checkoutSignIns: CheckoutSignInTable;
  payments: PaymentTable;
  events: EventTable;
  deliveries: DeliveryTable;
  deliveryAttempts: DeliveryAttemptTable;
  scheduledMoves: ScheduledMoveTable;
  genericUsers: GenericUserTable;
  genericRecords: GenericRecordTable;
  rateWindows: RateWindowTable;
  requests: RequestTable;
  sandboxMigrations: MigrationTable;
  sandboxInstances: InstanceTable;
}

type Immutable<T> = ColumnType<T, T, never>;
type Flag = 0 | 1;

/** A word in upper case, such as a milestone's state. It is checked when rows are read into the domain. */
export type ConsentStatus = 'PENDING' | 'GRANTED' | 'DECLINED';
export type PartyRole = 'CUSTOMER' | 'BROKER' | 'PROVIDER';
export type MilestoneState = (typeof milestoneStates)[number];
/** Why an attempt to deliver an event failed. */
export type DeliveryFailure =
  | 'answered'
  | 'redirected'
  | 'timedOut'
  | 'connectionRefused'
  | 'connectionClosed'
  | 'connectionTimedOut'
  | 'unknownHost'
  | 'noRoute'
  | 'forbiddenPort'
  | 'noTls'
  | 'certificateSelfSigned'
  | 'certificateOfOther'
  | 'certificateExpired'
  | 'otherError'
  | 'faultDropped'
  | 'faultBroke'
  | 'faultAnswered'
  | 'faultHeldBack';
type PaymentState = 'PENDING' | 'PAID';
/**
 * A user's own credentials. No call takes the last two: `legacyCustomer` is only for the legacy checkout (AUTH-10), and
 * `clientUserToken` is a password, which nothing here accepts (LEGACY-2).
 */
export type UserCredentialKind = 'legacyUser' | 'legacyCustomer' | 'clientUserToken';
export type CredentialKind = TokenKind | UserCredentialKind;

interface TenantTable {
  id: Immutable<string>;
  clientId: string;
  clientSecretHash: string;
  webhookUrl: string | null;
  webhookSecret: string;
  settingsJson: string;
  faultsJson: string;
  /** Offset of a running clock from the system's. */
  clockOffset: number;
  /** The time on a frozen clock; null while it runs. */
  clockFrozenAt: number | null;
  /** The end of the lease of the caller that advances the clock; 0 without a lease. */
  advanceLeaseUntilSystem: number;
  createdAtSystem: Immutable<number>;
}

interface CredentialTable {
  tenantId: Immutable<string>;
  /** SHA-256 of the token or password, which itself is not stored. */
  tokenHash: Immutable<string>;
  kind: Immutable<CredentialKind>;
  /** The user of the credential; null for none or any. */
  userId: Immutable<number | null>;
}

interface UserTable {
  tenantId: Immutable<string>;
  id: Immutable<number>;
  identification: Immutable<number>;
  phone: string;
  firstName: string | null;
  lastName: string | null;
  clientUserId: string | null;
  consent: ConsentStatus;
  nationalId: string | null;
  identityVerified: Flag;
  createdAt: Immutable<number>;
}

interface BankAccountTable {
  tenantId: Immutable<string>;
  id: Immutable<string>;
  userId: Immutable<number>;
  iban: Immutable<string>;
  detailsJson: Immutable<string>;
  createdAt: Immutable<number>;
}

interface AddressTable {
  tenantId: Immutable<string>;
  id: Immutable<string>;
  userId: Immutable<number>;
  detailsJson: Immutable<string>;
  createdAt: Immutable<number>;
}

interface OtpTable {
  tenantId: Immutable<string>;
  id: Immutable<string>;
  phone: Immutable<string>;
  userId: Immutable<number>;
  type: Immutable<'SERVICE_OTP' | 'NATIONAL_ID_OTP'>;
  code: Immutable<number>;
  expiresAt: Immutable<number>;
  usedAt: number | null;
  createdAt: Immutable<number>;
  /** Tries by the call that validates it. The checkout counts its own. */
  tries: number;
}

interface ContractTable {
  tenantId: Immutable<string>;
  id: Immutable<string>;
  clientId: Immutable<string>;
  detailsJson: Immutable<string>;
  createdAt: Immutable<number>;
}

interface MilestoneTable {
  tenantId: Immutable<string>;
  id: Immutable<string>;
  contractId: Immutable<string>;
  shortId: Immutable<string>;
  itemPrice: Immutable<number>;
  fee: Immutable<number>;
  feePercentage: Immutable<number>;
  detailsJson: Immutable<string>;
  state: MilestoneState;
  /** The address to which the checkout returns the buyer, from the last start of payment. */
  redirectUrl: string | null;
  createdAt: Immutable<number>;
  updatedAt: number;
}

interface PartyTable {
  tenantId: Immutable<string>;
  milestoneId: Immutable<string>;
  position: Immutable<number>;
  phone: Immutable<string>;
  /** Null for a BROKER, because the organization's administrator is not a customer. */
  userId: Immutable<number | null>;
  role: Immutable<PartyRole>;
  amount: Immutable<number>;
  joinedAt: number | null;
}

interface LedgerEntryTable {
  tenantId: Immutable<string>;
  id: Immutable<string>;
  /** Entries of one posting add up to zero. */
  postingId: Immutable<string>;
  /** The event of the move that posted it; null if an import has no such event. */
  eventId: string | null;
  milestoneId: Immutable<string>;
  account: Immutable<string>;
  amount: Immutable<number>;
  createdAt: Immutable<number>;
}

interface TicketTable {
  tenantId: Immutable<string>;
  ticketHash: Immutable<string>;
  userId: Immutable<number>;
  shortId: Immutable<string>;
  expiresAt: Immutable<number>;
  usedAt: number | null;
}

interface CheckoutSessionTable {
  tenantId: Immutable<string>;
  sessionHash: Immutable<string>;
  milestoneId: Immutable<string>;
  userId: Immutable<number>;
  expiresAt: Immutable<number>;
}

interface CheckoutSignInTable {
  tenantId: Immutable<string>;
  /** SHA-256 of the browser's secret. */
  visitHash: Immutable<string>;
  milestoneId: Immutable<string>;
  /** As the visitor typed it; it may be nobody's number. */
  phone: Immutable<string>;
  /** How many codes were tried. */
  tries: number;
  /** The right code, once it was entered; null before. */
  acceptedCode: number | null;
  expiresAt: Immutable<number>;
  createdAt: Immutable<number>;
}

interface PaymentTable {
  tenantId: Immutable<string>;
  milestoneId: Immutable<string>;
  userId: Immutable<number>;
  method: Immutable<string>;
  state: PaymentState;
  /** IBAN and reference of a bank transfer. */
  iban: Immutable<string | null>;
  reference: Immutable<string | null>;
  /** SHA-256 of the form's name for this attempt; null without one. */
  attemptHash: Immutable<string | null>;
  createdAt: Immutable<number>;
  paidAt: number | null;
}

interface EventTable {
  tenantId: Immutable<string>;
  id: Immutable<string>;
  milestoneId: Immutable<string>;
  status: Immutable<string>;
  referenceId: Immutable<string>;
  /** The exact text that is sent and signed. */
  body: Immutable<string>;
  createdAt: Immutable<number>;
}

interface DeliveryTable {
  tenantId: Immutable<string>;
  id: Immutable<string>;
  eventId: Immutable<string>;
  milestoneId: Immutable<string>;
  state: 'pending' | 'delivered' | 'failed';
  attempts: number;
  dueAt: number;
  /** The end of the lease of the process that attempts it; 0 without a lease. */
  leaseUntilSystem: number;
  createdAt: Immutable<number>;
}

interface DeliveryAttemptTable {
  tenantId: Immutable<string>;
  id: Immutable<string>;
  deliveryId: Immutable<string>;
  number: Immutable<number>;
  startedAt: Immutable<number>;
  endedAt: Immutable<number>;
  url: Immutable<string>;
  requestHeadersJson: Immutable<string>;
  requestBody: Immutable<string>;
  answerStatus: Immutable<number | null>;
  answerHeadersJson: Immutable<string | null>;
  answerBody: Immutable<string | null>;
  failure: Immutable<DeliveryFailure | null>;
  error: Immutable<string | null>;
}

interface ScheduledMoveTable {
  tenantId: Immutable<string>;
  milestoneId: Immutable<string>;
  move: Immutable<'release' | 'complete'>;
  dueAt: number;
  /** How often it was tried and refused. */
  attempts: number;
  /** Why the last attempt was refused. */
  refusal: string | null;
}

interface GenericUserTable {
  tenantId: Immutable<string>;
  id: Immutable<string>;
  email: string;
  phone: string;
  name: string;
  metadataJson: string | null;
  createdAt: Immutable<number>;
  updatedAt: number;
}

interface GenericRecordTable {
  tenantId: Immutable<string>;
  id: Immutable<string>;
  kind: Immutable<'contract' | 'payment' | 'virtualIban' | 'webhook' | `milestone of ${string}`>;
  bodyJson: string;
  createdAt: Immutable<number>;
}

interface RateWindowTable {
  tenantId: Immutable<string>;
  startedAt: Immutable<number>;
  count: number;
}

interface RequestTable {
  tenantId: Immutable<string>;
  id: Immutable<string>;
  operationId: Immutable<string | null>;
  method: Immutable<string>;
  path: Immutable<string>;
  status: Immutable<number>;
  rule: Immutable<string | null>;
  message: Immutable<string | null>;
  /** What was accepted but deserves a look. */
  notesJson: Immutable<string>;
  requestJson: Immutable<string | null>;
  answerJson: Immutable<string | null>;
  durationInMs: Immutable<number>;
  createdAt: Immutable<number>;
}

/** The migrations that were done. This table shows that a store is a sandbox's. */
interface MigrationTable {
  name: Immutable<string>;
}

/** The id of this data: one row, which the migration writes. */
interface InstanceTable {
  id: Immutable<string>;
}

export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>;
