import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { kitMilestoneStates, TokenKind } from '@escrow-kit/spec';

/** A column. */
interface Column<Value = unknown> {
  type: 'text' | 'integer' | 'real';
  isNullable: boolean;
  /** Never set: it says of which type the values are. */
  value?: Value;
}

/** A table. */
export interface Table {
  columns: Record<string, Column>;
  /** The columns of its key. Default: `id`. */
  key?: readonly string[];
  /** Whether no two tenants may have a row with the same key. Default: false. */
  isKeyGlobal?: true;
  unique?: readonly string[];
  indexes?: readonly Index[];
}

/** An index of some columns. With `where` it contains only these rows. */
type Index = readonly string[] | { columns: readonly string[]; where: string };

const text: Column<string> = { type: 'text', isNullable: false };
const integer: Column<number> = { type: 'integer', isNullable: false };
const fraction: Column<number> = { type: 'real', isNullable: false };
const flag: Column<0 | 1> = { type: 'integer', isNullable: false };

/** A text that only the sandbox itself writes. */
const textOf = <Value extends string>(): Column<Value> => ({ type: 'text', isNullable: false });

function orNull<Value>({ type }: Column<Value>): Column<Value | null> {
  return { type, isNullable: true };
}

/**
 * A user's own credentials. No call takes the last two: `legacyCustomer` is only for the legacy checkout (AUTH-10), and
 * `clientUserToken` is a password, which nothing here accepts (LEGACY-2).
 */
export type UserCredentialKind = 'legacyUser' | 'legacyCustomer' | 'clientUserToken';
export type CredentialKind = TokenKind | UserCredentialKind;

/** Every table whose rows belong to tenants. Each has a column `tenantId`, with which its key, uniques and indexes begin. */
export const tenantTables = {
  credentials: {
    columns: {
      /** SHA-256 of the token or password, which itself is not stored. */
      tokenHash: text,
      kind: textOf<CredentialKind>(),
      /** The user of the credential; null for none or any. */
      userId: orNull(integer),
    },
    key: ['tokenHash'],
    isKeyGlobal: true,
  },
  users: {
    columns: {
      id: integer,
      identification: integer,
      phone: text,
      firstName: orNull(text),
      lastName: orNull(text),
      clientUserId: orNull(text),
      consent: textOf<'PENDING' | 'GRANTED' | 'DECLINED'>(),
      nationalId: orNull(text),
      identityVerified: flag,
      createdAt: integer,
    },
    unique: ['phone'],
  },
  bankAccounts: {
    columns: { id: text, userId: integer, iban: text, detailsJson: text, createdAt: integer },
    indexes: [['userId']],
  },
  addresses: {
    columns: { id: text, userId: integer, detailsJson: text, createdAt: integer },
    indexes: [['userId']],
  },
  otps: {
    columns: {
      id: text,
      phone: text,
      userId: integer,
      type: textOf<'SERVICE_OTP' | 'NATIONAL_ID_OTP'>(),
      code: integer,
      expiresAt: integer,
      usedAt: orNull(integer),
      createdAt: integer,
      /** Tries by the call that validates it. The checkout counts its own. */
      tries: integer,
    },
    indexes: [['phone']],
  },
  contracts: {
    columns: { id: text, clientId: text, detailsJson: text, createdAt: integer },
  },
  milestones: {
    columns: {
      id: text,
      contractId: text,
      shortId: text,
      itemPrice: integer,
      fee: integer,
      feePercentage: fraction,
      detailsJson: text,
      state: textOf<(typeof kitMilestoneStates)[number]>(),
      /** The address to which the checkout returns the buyer, from the last start of payment. */
      redirectUrl: orNull(text),
      /** The deadLine of the details; null if it is no time. */
      deadLineAt: orNull(integer),
      createdAt: integer,
      updatedAt: integer,
    },
    unique: ['shortId'],
    indexes: [
      ['contractId'],
      ['state', 'id'],
      { columns: ['deadLineAt'], where: "state <> 'COMPLETED'" },
      { columns: ['updatedAt'], where: "state <> 'COMPLETED'" },
    ],
  },
  parties: {
    columns: {
      milestoneId: text,
      position: integer,
      phone: text,
      /** Null for a BROKER, because the organization's administrator is not a customer. */
      userId: orNull(integer),
      role: textOf<'CUSTOMER' | 'BROKER' | 'PROVIDER'>(),
      amount: integer,
      joinedAt: orNull(integer),
    },
    key: ['milestoneId', 'position'],
  },
  ledgerEntries: {
    columns: {
      id: text,
      /** Entries of one posting add up to zero. */
      postingId: text,
      /** The event of the move that posted it. */
      eventId: text,
      milestoneId: text,
      account: text,
      amount: integer,
      createdAt: integer,
    },
    indexes: [['milestoneId']],
  },
  tickets: {
    columns: { ticketHash: text, userId: integer, shortId: text, expiresAt: integer, usedAt: orNull(integer) },
    key: ['ticketHash'],
    indexes: [['shortId']],
  },
  checkoutSessions: {
    columns: { sessionHash: text, milestoneId: text, userId: integer, expiresAt: integer },
    key: ['sessionHash'],
  },
  checkoutSignIns: {
    columns: {
      /** SHA-256 of the browser's secret. */
      visitHash: text,
      milestoneId: text,
      /** As the visitor typed it; it may be nobody's number. */
      phone: text,
      /** How many codes were tried. */
      tries: integer,
      /** The right code, once it was entered; null before. */
      acceptedCode: orNull(integer),
      expiresAt: integer,
      createdAt: integer,
    },
    key: ['visitHash'],
    indexes: [['milestoneId', 'phone']],
  },
  payments: {
    columns: {
      milestoneId: text,
      userId: integer,
      method: text,
      state: textOf<'PENDING' | 'PAID'>(),
      /** IBAN and reference of a bank transfer. */
      iban: orNull(text),
      reference: orNull(text),
      /** SHA-256 of the form's name for this attempt; null without one. */
      attemptHash: orNull(text),
      createdAt: integer,
      paidAt: orNull(integer),
    },
    key: ['milestoneId', 'userId'],
    indexes: [['state', 'createdAt']],
  },
  events: {
    columns: {
      id: text,
      milestoneId: text,
      status: text,
      referenceId: text,
      /** The exact text that is sent and signed. */
      body: text,
      createdAt: integer,
    },
    indexes: [['milestoneId']],
  },
  deliveries: {
    columns: {
      id: text,
      eventId: text,
      milestoneId: text,
      state: textOf<'pending' | 'delivered' | 'failed'>(),
      attempts: integer,
      dueAt: integer,
      createdAt: integer,
    },
    indexes: [['state', 'dueAt'], ['state', 'id'], ['eventId'], ['milestoneId', 'id']],
  },
  deliveryAttempts: {
    columns: {
      id: text,
      deliveryId: text,
      number: integer,
      startedAt: integer,
      endedAt: integer,
      url: text,
      requestHeadersJson: text,
      requestBody: text,
      answerStatus: orNull(integer),
      answerHeadersJson: orNull(text),
      answerBody: orNull(text),
      failure: orNull(textOf<NonNullable<ControlSchema<'DeliveryAttempt'>['failure']>>()),
      error: orNull(text),
    },
    indexes: [['deliveryId']],
  },
  scheduledMoves: {
    columns: {
      milestoneId: text,
      move: textOf<'release' | 'complete'>(),
      dueAt: integer,
      /** How often it was tried and refused. */
      attempts: integer,
      /** Why the last attempt was refused. */
      refusal: orNull(text),
    },
    key: ['milestoneId'],
    indexes: [['dueAt', 'milestoneId']],
  },
  genericUsers: {
    columns: {
      id: text,
      email: text,
      phone: text,
      name: text,
      metadataJson: orNull(text),
      createdAt: integer,
      updatedAt: integer,
    },
    unique: ['phone'],
  },
  genericRecords: {
    columns: {
      id: text,
      kind: textOf<'contract' | 'payment' | 'virtualIban' | 'webhook' | `milestone of ${string}`>(),
      bodyJson: text,
      createdAt: integer,
    },
    indexes: [['kind']],
  },
  rateWindows: {
    columns: { startedAt: integer, count: integer },
    key: ['startedAt'],
  },
  requests: {
    columns: {
      id: text,
      operationId: orNull(text),
      method: text,
      path: text,
      status: integer,
      rule: orNull(text),
      message: orNull(text),
      /** What was accepted but deserves a look. */
      notesJson: text,
      /** What nothing refuses, though hardly anybody means it; null if nobody looked. */
      warningsJson: orNull(text),
      requestJson: orNull(text),
      answerJson: orNull(text),
      durationInMs: fraction,
      createdAt: integer,
    },
    // Few requests are refused, so the last two cost the others nothing.
    indexes: [
      ['operationId', 'id'],
      { columns: ['rule', 'id'], where: 'rule is not null' },
      { columns: ['id'], where: 'status >= 400' },
    ],
  },
} satisfies Record<string, Table>;

/** The tables whose rows belong to no tenant. */
export const ownTables = {
  tenants: {
    columns: {
      id: text,
      clientId: text,
      clientSecretHash: text,
      webhookUrl: orNull(text),
      webhookSecret: text,
      settingsJson: text,
      faultsJson: text,
      /** Offset of a running clock from the system's. */
      clockOffset: integer,
      /** The time on a frozen clock; null while it runs. */
      clockFrozenAt: orNull(integer),
      createdAtSystem: integer,
    },
    unique: ['clientId'],
  },
  /** One row, which shows that the store is a sandbox's: the version of its tables, and the id of its data. */
  sandboxStores: {
    columns: { id: text, version: integer },
  },
} satisfies Record<string, Table>;

type ColumnValues<Columns> = { [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never };

/** A table whose rows belong to tenants. */
export type TenantTableName = keyof typeof tenantTables;

export const tenantTableNames = Object.keys(tenantTables) as TenantTableName[];

/**
 * The tables. Times are milliseconds since 1970 on the tenant's clock, unless the name says `System`; amounts are whole halalas;
 * flags are 0 and 1; the suffix `Json` marks JSON text. Keys begin with the tenant, so that tenants are separate.
 */
type Tables = { [Name in keyof typeof ownTables]: ColumnValues<(typeof ownTables)[Name]['columns']> } & {
  [Name in TenantTableName]: { tenantId: string } & ColumnValues<(typeof tenantTables)[Name]['columns']>;
};

export type TableName = keyof Tables;

/** A row as it is read. */
export type Row<Name extends TableName> = Tables[Name];

type NullableNames<Values> = { [Name in keyof Values]: null extends Values[Name] ? Name : never }[keyof Values];

/** A row to insert. What is left out or undefined is null. */
export type NewRow<Name extends TableName> = Omit<Tables[Name], NullableNames<Tables[Name]>> & {
  [Column in NullableNames<Tables[Name]>]?: Tables[Name][Column] | undefined;
};

export type ConsentStatus = Row<'users'>['consent'];
export type PartyRole = Row<'parties'>['role'];
export type MilestoneState = Row<'milestones'>['state'];
