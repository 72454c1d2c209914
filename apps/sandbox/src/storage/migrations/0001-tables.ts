import { type CreateTableBuilder, type Kysely, sql } from 'kysely';

type Column = 'text' | 'bigint' | 'real';

/** A type without `?` is required; with `?` it allows null. */
type Columns = Record<string, Column | `${Column}?`>;

const tables: { name: string; key: string[]; columns: Columns; unique?: string[] }[] = [
  {
    name: 'tenants',
    key: ['id'],
    columns: {
      id: 'text',
      clientId: 'text',
      clientSecretHash: 'text',
      webhookUrl: 'text?',
      webhookSecret: 'text',
      settingsJson: 'text',
      faultsJson: 'text',
      clockOffset: 'bigint',
      clockFrozenAt: 'bigint?',
      advanceLeaseUntilSystem: 'bigint',
      createdAtSystem: 'bigint',
    },
    unique: ['clientId'],
  },
  {
    name: 'credentials',
    key: ['tokenHash'],
    columns: { tenantId: 'text', tokenHash: 'text', kind: 'text', userId: 'bigint?' },
  },
  {
    name: 'users',
    key: ['tenantId', 'id'],
    columns: {
      tenantId: 'text',
      id: 'bigint',
      identification: 'bigint',
      phone: 'text',
      firstName: 'text?',
      lastName: 'text?',
      clientUserId: 'text?',
      consent: 'text',
      nationalId: 'text?',
      identityVerified: 'bigint',
      createdAt: 'bigint',
    },
    unique: ['tenantId', 'phone'],
  },
  {
    name: 'bankAccounts',
    key: ['tenantId', 'id'],
    columns: { tenantId: 'text', id: 'text', userId: 'bigint', iban: 'text', detailsJson: 'text', createdAt: 'bigint' },
  },
  {
    name: 'addresses',
    key: ['tenantId', 'id'],
    columns: { tenantId: 'text', id: 'text', userId: 'bigint', detailsJson: 'text', createdAt: 'bigint' },
  },
  {
    name: 'otps',
    key: ['tenantId', 'id'],
    columns: {
      tenantId: 'text',
      id: 'text',
      phone: 'text',
      userId: 'bigint',
      type: 'text',
      code: 'bigint',
      expiresAt: 'bigint',
      usedAt: 'bigint?',
      createdAt: 'bigint',
    },
  },
  {
    name: 'contracts',
    key: ['tenantId', 'id'],
    columns: { tenantId: 'text', id: 'text', clientId: 'text', detailsJson: 'text', createdAt: 'bigint' },
  },
  {
    name: 'milestones',
    key: ['tenantId', 'id'],
    columns: {
      tenantId: 'text',
      id: 'text',
      contractId: 'text',
      shortId: 'text',
      itemPrice: 'bigint',
      fee: 'bigint',
      feePercentage: 'real',
      detailsJson: 'text',
      state: 'text',
      redirectUrl: 'text?',
      createdAt: 'bigint',
      updatedAt: 'bigint',
    },
    unique: ['tenantId', 'shortId'],
  },
  {
    name: 'parties',
    key: ['tenantId', 'milestoneId', 'position'],
    columns: {
      tenantId: 'text',
      milestoneId: 'text',
      position: 'bigint',
      phone: 'text',
      userId: 'bigint?',
      role: 'text',
      amount: 'bigint',
      joinedAt: 'bigint?',
    },
  },
  {
    name: 'ledgerEntries',
    key: ['tenantId', 'id'],
    columns: {
      tenantId: 'text',
      id: 'text',
      postingId: 'text',
      milestoneId: 'text',
      account: 'text',
      amount: 'bigint',
      createdAt: 'bigint',
    },
  },
  {
    name: 'tickets',
    key: ['tenantId', 'ticketHash'],
    columns: {
      tenantId: 'text',
      ticketHash: 'text',
      userId: 'bigint',
      shortId: 'text',
      expiresAt: 'bigint',
      usedAt: 'bigint?',
    },
  },
  {
    name: 'checkoutSessions',
    key: ['tenantId', 'sessionHash'],
    columns: { tenantId: 'text', sessionHash: 'text', milestoneId: 'text', userId: 'bigint', expiresAt: 'bigint' },
  },
  {
    name: 'checkoutSignIns',
    key: ['tenantId', 'visitHash'],
    columns: {
      tenantId: 'text',
      visitHash: 'text',
      milestoneId: 'text',
      phone: 'text',
      tries: 'bigint',
      acceptedCode: 'bigint?',
      expiresAt: 'bigint',
      createdAt: 'bigint',
    },
  },
  {
    name: 'payments',
    key: ['tenantId', 'milestoneId', 'userId'],
    columns: {
      tenantId: 'text',
      milestoneId: 'text',
      userId: 'bigint',
      method: 'text',
      state: 'text',
      iban: 'text?',
      reference: 'text?',
      attemptHash: 'text?',
      createdAt: 'bigint',
      paidAt: 'bigint?',
    },
  },
  {
    name: 'events',
    key: ['tenantId', 'id'],
    columns: {
      tenantId: 'text',
      id: 'text',
      milestoneId: 'text',
      status: 'text',
      referenceId: 'text',
      body: 'text',
      createdAt: 'bigint',
    },
  },
  {
    name: 'deliveries',
    key: ['tenantId', 'id'],
    columns: {
      tenantId: 'text',
      id: 'text',
      eventId: 'text',
      milestoneId: 'text',
      state: 'text',
      attempts: 'bigint',
      dueAt: 'bigint',
      leaseUntilSystem: 'bigint',
      createdAt: 'bigint',
    },
  },
  {
    name: 'deliveryAttempts',
    key: ['tenantId', 'id'],
    columns: {
      tenantId: 'text',
      id: 'text',
      deliveryId: 'text',
      number: 'bigint',
      startedAt: 'bigint',
      endedAt: 'bigint',
      url: 'text',
      requestHeadersJson: 'text',
      requestBody: 'text',
      answerStatus: 'bigint?',
      answerHeadersJson: 'text?',
      answerBody: 'text?',
      error: 'text?',
    },
  },
  {
    name: 'scheduledMoves',
    key: ['tenantId', 'milestoneId'],
    columns: {
      tenantId: 'text',
      milestoneId: 'text',
      move: 'text',
      dueAt: 'bigint',
      attempts: 'bigint',
      refusal: 'text?',
    },
  },
  {
    name: 'genericUsers',
    key: ['tenantId', 'id'],
    columns: {
      tenantId: 'text',
      id: 'text',
      email: 'text',
      phone: 'text',
      name: 'text',
      metadataJson: 'text?',
      createdAt: 'bigint',
      updatedAt: 'bigint',
    },
    unique: ['tenantId', 'phone'],
  },
  {
    name: 'genericRecords',
    key: ['tenantId', 'id'],
    columns: { tenantId: 'text', id: 'text', kind: 'text', bodyJson: 'text', createdAt: 'bigint' },
  },
  {
    name: 'rateWindows',
    key: ['tenantId', 'startedAt'],
    columns: { tenantId: 'text', startedAt: 'bigint', count: 'bigint' },
  },
  {
    name: 'requests',
    key: ['tenantId', 'id'],
    columns: {
      tenantId: 'text',
      id: 'text',
      operationId: 'text?',
      method: 'text',
      path: 'text',
      status: 'bigint',
      rule: 'text?',
      message: 'text?',
      notesJson: 'text',
      requestJson: 'text?',
      answerJson: 'text?',
      durationInMs: 'real',
      createdAt: 'bigint',
    },
  },
];

const indexes: { on: string; columns: string[]; where?: string }[] = [
  { on: 'bankAccounts', columns: ['tenantId', 'userId'] },
  { on: 'addresses', columns: ['tenantId', 'userId'] },
  { on: 'otps', columns: ['tenantId', 'phone'] },
  { on: 'checkoutSignIns', columns: ['tenantId', 'milestoneId', 'phone'] },
  { on: 'payments', columns: ['tenantId', 'state', 'createdAt'] },
  { on: 'milestones', columns: ['tenantId', 'contractId'] },
  { on: 'ledgerEntries', columns: ['tenantId', 'milestoneId'] },
  { on: 'ledgerEntries', columns: ['tenantId', 'account'] },
  { on: 'events', columns: ['tenantId', 'milestoneId'] },
  { on: 'deliveries', columns: ['tenantId', 'state', 'dueAt'] },
  { on: 'deliveries', columns: ['tenantId', 'eventId'] },
  { on: 'deliveryAttempts', columns: ['tenantId', 'deliveryId'] },
  { on: 'scheduledMoves', columns: ['tenantId', 'dueAt'] },
  { on: 'genericRecords', columns: ['tenantId', 'kind'] },
];

/** Creates every table with its indexes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of tables) {
    let builder: CreateTableBuilder<string, string> = db.schema.createTable(table.name);
    for (const [column, type] of Object.entries(table.columns)) {
      const isOptional = type.endsWith('?');
      builder = builder.addColumn(column, columnType(type.replace('?', '') as Column), (definition) =>
        isOptional ? definition : definition.notNull(),
      );
    }
    builder = builder.addPrimaryKeyConstraint(`${table.name}Key`, table.key as never);
    if (table.unique) builder = builder.addUniqueConstraint(`${table.name}Unique`, table.unique as never);
    await builder.execute();
  }
  for (const { on, columns } of indexes) {
    await db.schema
      .createIndex(`${on}By${columns.join('')}`)
      .on(on)
      .columns(columns)
      .execute();
  }
}

/** Fractions keep all their digits on both databases. */
function columnType(type: Column) {
  return type === 'real' ? sql`double precision` : type;
}
