import type { ConsentStatus } from './people.ts';
import type { Integer, List, ListQuery, SearchQuery, Timestamp, UserId, Warning } from './shared.ts';

/** Contracts, their milestones and ledgers, and the moves of the parties and the operator. */
export interface MilestonesCalls {
  /** Lists contracts, newest first, each with its milestones. */
  listContracts: {
    route: 'GET /_sandbox/tenants/{tenant}/contracts';
    query?: ListQuery & {
      /** Only those with a milestone in this state. */
      state?: MilestoneState;
    } & SearchQuery;
    answer: ContractPage;
  };
  /** Lists milestones, newest first. */
  listMilestones: {
    route: 'GET /_sandbox/tenants/{tenant}/milestones';
    query?: ListQuery & {
      /** Only those in this state. */
      state?: MilestoneState;
    } & SearchQuery;
    answer: MilestonePage;
  };
  /** Describes a milestone with its ledger, events and allowed moves. */
  getMilestone: { route: 'GET /_sandbox/tenants/{tenant}/milestones/{milestoneId}'; answer: Milestone };
  /** Lets a party accept its invitation, or all of them. */
  acceptInvitations: {
    route: 'POST /_sandbox/tenants/{tenant}/milestones/{milestoneId}/accept';
    body?: Acceptance;
    answer: Milestone;
  };
  /** Pays as the buyer. */
  payMilestone: {
    route: 'POST /_sandbox/tenants/{tenant}/milestones/{milestoneId}/pay';
    body?: Payment;
    answer: Milestone;
  };
  /** Releases the money to the parties. */
  releaseMilestone: { route: 'POST /_sandbox/tenants/{tenant}/milestones/{milestoneId}/release'; answer: Milestone };
  /** Completes the settlement. */
  completeMilestone: { route: 'POST /_sandbox/tenants/{tenant}/milestones/{milestoneId}/complete'; answer: Milestone };
}

export interface ContractPage extends List {
  contracts: {
    /** The ID of the contract. An event's contractId is a milestone's ID instead. */
    contractId: string;
    /** Of the item. */
    title: string | null;
    /** Such as SAR. */
    currency: string | null;
    createdAt: Timestamp;
    /** Oldest first; none before the first one is added. */
    milestones: ListedMilestone[];
  }[];
}

export type MilestoneState = 'CREATED' | 'WAITING_FOR_PAYMENT' | 'PAID' | 'CASHOUT_IN_PROGRESS' | 'COMPLETED';

export interface MilestonePage extends List {
  milestones: ListedMilestone[];
}

/** A milestone in a list. Amounts are as on the wire. */
export interface ListedMilestone {
  milestoneId: string;
  contractId: string;
  /** The payment reference of the checkout URL (PAY-3). */
  shortId: string;
  state: MilestoneState;
  itemPrice: number;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  /** The title of the item of its contract. */
  contractTitle: string | null;
  /** The title of its item. */
  title: string | null;
  /** Such as SAR. */
  currency: string | null;
  /** As it was sent. */
  deadLine: string | null;
  /** In the order in which they were added. */
  parties: Party[];
}

/** A party of a milestone. A BROKER has no user, so the fields about the user are null. */
interface Party {
  phoneNumber: string;
  role: 'CUSTOMER' | 'BROKER' | 'PROVIDER';
  amount: number;
  /** First and last name of the user, if known. */
  name: string | null;
  userId: UserId | null;
  /** Null while an invitation waits to be accepted (STATE-3). */
  joinedAt: Timestamp | null;
  /** The answer of the user (USER-3, USER-4). */
  consent: ConsentStatus | null;
  /** How many the user has (BANK-3). */
  bankAccounts: Integer | null;
  /** How many the user has (ADDR-2). */
  addresses: Integer | null;
}

/** Everything about one milestone. Amounts are as on the wire. */
export interface Milestone extends ListedMilestone {
  fee: number;
  feePercentage: number;
  ledger: {
    /** The balance of each account from this milestone. */
    balances: (Account & { amount: number })[];
    /** Entries of one posting add up to zero, and belong to one event. */
    entries: (Account & {
      entryId: string;
      postingId: string;
      /** The event of the move that moved this money, which is one of the milestone's `events`. */
      eventId: string;
      amount: number;
      createdAt: Timestamp;
    })[];
  };
  events: { eventId: string; status: string; referenceId: string; createdAt: Timestamp }[];
  allowedMoves: Move[];
  /** The next step of automatic settlement, with the reason of the last refusal. */
  scheduledMove: { move: Move; dueAt: Timestamp; attempts: Integer; refusal: string | null } | null;
  /**
   * Pending bank transfers and the payment of buyers at the checkout, oldest first. Paying as the buyer confirms a pending transfer.
   */
  payments: {
    /** The buyer. */
    userId: UserId;
    /** One of the organization's payment methods (PAY-2). */
    method: string;
    state: 'PENDING' | 'PAID';
    /** The virtual IBAN of a bank transfer. */
    virtualIban: string | null;
    /** The reference of a bank transfer. */
    reference: string | null;
    createdAt: Timestamp;
    paidAt: Timestamp | null;
  }[];
  /** The description of its item. */
  description: string | null;
  /** Where the checkout returns the buyer to, from the last start of payment; null before the first. */
  redirectUrl: string | null;
  /** Where the buyer pays; null if there is nothing to pay. */
  checkoutUrl: string | null;
  /** Warnings of its calls, contract, parties, tickets and bank accounts; at most one of each kind. */
  warnings: Warning[];
}

type Move = 'join' | 'pay' | 'release' | 'complete';

interface Account {
  account: string;
  kind: AccountKind;
  /** Whose account it is; null if it is not a user's. */
  userId: UserId | null;
}

/**
 * The kind of account. `buyer`: the buyer's payments, negative; `escrow`: held for the milestone; `user`: released to a receiver, not
 * yet paid out; `bank`: paid out to a receiver; `remainder`: the price less the shares; `wallet`: the organization's own money;
 * `fees`: earned by the service.
 */
export type AccountKind = 'buyer' | 'escrow' | 'user' | 'bank' | 'remainder' | 'wallet' | 'fees';

/** @additionalProperties false */
export interface Acceptance {
  /**
   * The party. Default: all of them.
   * @maxLength 64
   */
  phoneNumber?: string;
}

/** @additionalProperties false */
export interface Payment {
  /**
   * The CUSTOMER who pays. Default: the first one.
   * @maxLength 64
   */
  buyerPhone?: string;
}
