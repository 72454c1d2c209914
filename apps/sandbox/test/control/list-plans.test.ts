import { createDatabase } from '@escrow-kit/suite/postgres';
import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { listContracts } from '../../src/control/views/list-contracts.ts';
import { listDeliveries } from '../../src/control/views/list-deliveries.ts';
import { listMilestones } from '../../src/control/views/list-milestones.ts';
import { listRequests } from '../../src/control/views/list-requests.ts';
import { listUsers } from '../../src/control/views/list-users.ts';
import { startService } from '../../src/start-service.ts';
import type { Database, Db } from '../../src/storage/database.ts';
import { type StartedService, startedService } from '../support/started-service.ts';

const page = { tenantId: 'default', limit: 50 };

/** Every list that the dashboard reads in pages, with the index of its filter. */
const lists: [name: string, read: (db: Db) => Promise<unknown>, index?: string][] = [
  ['contracts', (db) => listContracts(db, { ...page, before: 'contract_1' })],
  ['milestones', (db) => listMilestones(db, { ...page, before: 'milestone_1' })],
  [
    'milestones in a state',
    (db) => listMilestones(db, { ...page, before: 'milestone_1', state: 'PAID' }),
    'milestonesBytenantIdstateid',
  ],
  ['requests', (db) => listRequests(db, { ...page, before: 'request_1' })],
  [
    'refused requests',
    (db) => listRequests(db, { ...page, before: 'request_1', outcome: 'refused' }),
    'requestsBytenantIdid',
  ],
  [
    'requests of a status',
    (db) => listRequests(db, { ...page, before: 'request_1', status: 403 }),
    'requestsBytenantIdid',
  ],
  [
    'requests of an operation',
    (db) => listRequests(db, { ...page, before: 'request_1', operationId: 'getUser' }),
    'requestsBytenantIdoperationIdid',
  ],
  [
    'requests of a rule',
    (db) => listRequests(db, { ...page, before: 'request_1', rule: 'AUTH-4' }),
    'requestsBytenantIdruleid',
  ],
  ['deliveries', (db) => listDeliveries(db, { ...page, before: 'delivery_1' })],
  [
    'deliveries in a state',
    (db) => listDeliveries(db, { ...page, before: 'delivery_1', state: 'failed' }),
    'deliveriesBytenantIdstateid',
  ],
  [
    'deliveries of a milestone',
    (db) => listDeliveries(db, { ...page, before: 'delivery_1', milestoneId: 'm' }),
    'deliveriesBytenantIdmilestoneIdid',
  ],
  ['users', (db) => listUsers(db, { ...page, after: '+966500000000' })],
];

describe('a page of a list is read from an index in its order', () => {
  const sqlite = startedService('SQLite');
  let postgres: StartedService;
  beforeAll(async () => {
    // A new database, because rows that another test has removed would change the plans.
    postgres = await startService({ databaseUrl: await createDatabase() });
    return () => postgres.sandbox.close();
  });

  test.each(lists)('of %s on SQLite', async (_, read, index = '') => {
    const { db } = sqlite().service;
    const query = await firstQueryOf(db, read);

    const { rows } = await db.executeQuery(CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]));

    const plan = JSON.stringify(rows);
    expect(plan).toContain(`USING INDEX ${index}`);
    expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
  });

  test.each(lists)('of %s on PostgreSQL', async (_, read, index = '') => {
    const { db } = postgres.service;
    const query = await firstQueryOf(db, read);

    // With so few rows PostgreSQL would read the whole table. The test shows that it can use the index.
    const { rows } = await db.transaction().execute(async (trx) => {
      for (const way of ['seqscan', 'sort', 'bitmapscan']) await sql.raw(`set local enable_${way} = off`).execute(trx);
      return trx.executeQuery(CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters]));
    });

    const plan = JSON.stringify(rows);
    expect(plan).toMatch(new RegExp(`Index Scan.*${index}`));
    expect(plan).not.toMatch(/Seq Scan|Sort/);
  });
});

/** The query of a list. */
async function firstQueryOf(db: Database, read: (db: Db) => Promise<unknown>): Promise<CompiledQuery> {
  const nodes: RootOperationNode[] = [];
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await read(db.withPlugin(recorder));
  const [node] = nodes;
  if (!node) throw new Error('The list made no query.');
  return db.getExecutor().compileQuery(node, { queryId: 'explained' });
}
