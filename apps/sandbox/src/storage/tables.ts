import type { milestoneStates, TokenKind } from '@escrow-kit/spec';
import type { ColumnType, Insertable, Selectable } from 'kysely';

/**
 * The tables, alike on SQLite and PostgreSQL. Times are milliseconds since 1970 on the tenant's clock, unless their name
 * says `System`; amounts are whole halalas; truth values are 0 and 1; the end `Json` marks JSON text. Every table but
 * `tenants` and `sandboxMigrations` is keyed by tenant first, so that tenants never meet and an export can be imported anywhere.
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
}

type Immutable<T> = ColumnType<T, T, never>;
type Flag = 0 | 1;

/** A word in upper case, such as a milestone's state, is checked where rows are read into the domain. */
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
export type PaymentState = 'PENDING' | 'PAID';
/**
 * A user's own credentials. No call takes the last two: `legacyCustomer` is for the legacy checkout alone (AUTH-10), and
 * `clientUserToken` is a password, which opens nothing here (LEGACY-2).
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
  /** Distance of a running clock from the system's. */
  clockOffset: number;
  /** Where a frozen clock stands; null while it runs. */
  clockFrozenAt: number | null;
  /** Until when one caller alone advances the clock; 0 when nobody does. */
  advanceLeaseUntilSystem: number;
  createdAtSystem: Immutable<number>;
}

interface CredentialTable {
  tenantId: Immutable<string>;
  /** SHA-256 of the token or password: none is kept. */
  tokenHash: Immutable<string>;
  kind: Immutable<CredentialKind>;
  /** The user that the credential stands for; null where it stands for none, or for any. */
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
  /** How often it was tried by the call that validates it; the checkout counts its own. */
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
  /** Where checkout sends the buyer back to, as the last start of payment said. */
  redirectUrl: string | null;
  createdAt: Immutable<number>;
  updatedAt: number;
}

interface PartyTable {
  tenantId: Immutable<string>;
  milestoneId: Immutable<string>;
  position: Immutable<number>;
  phone: Immutable<string>;
  /** Null for a BROKER: the organization's administrator is no customer. */
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
  /** SHA-256 of what the browser holds. */
  visitHash: Immutable<string>;
  milestoneId: Immutable<string>;
  /** As the visitor typed it: it need not be anybody's. */
  phone: Immutable<string>;
  /** How many codes were tried. */
  tries: number;
  /** The code that was right; null before. */
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
  /** Of a bank transfer: where to, and what it says. */
  iban: Immutable<string | null>;
  reference: Immutable<string | null>;
  /** SHA-256 of the name that the form gave this attempt; null where it gave none. */
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
  /** Until when one process alone may attempt it; 0 when none does. */
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
  /** What was accepted, yet deserves a look. */
  notesJson: Immutable<string>;
  requestJson: Immutable<string | null>;
  answerJson: Immutable<string | null>;
  durationInMs: Immutable<number>;
  createdAt: Immutable<number>;
}

/** The migrations that were done. By this table a sandbox knows its own store. */
interface MigrationTable {
  name: Immutable<string>;
}

export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>;
