import { createDatabase } from '@escrow-kit/suite/postgres';
import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { controlHandlers } from '../../src/control/http/handlers.ts';
import { startService } from '../../src/start-service.ts';
import type { Database } from '../../src/storage/database.ts';
import { type StartedService, startedService } from '../support/started-sandbox.ts';

/** Every list that the dashboard reads in pages, with the query of a page and the index of its filter. */
const lists: [name: string, id: ListId, query: object, index?: string][] = [
  ['contracts', 'listContracts', { cursor: 'contract_1' }],
  ['milestones', 'listMilestones', { cursor: 'milestone_1' }],
  ['milestones in a state', 'listMilestones', { cursor: 'milestone_1', state: 'PAID' }, 'milestonesBytenantIdstateid'],
  ['requests', 'listRequests', { cursor: 'request_1' }],
  ['refused requests', 'listRequests', { cursor: 'request_1', outcome: 'refused' }, 'requestsBytenantIdid'],
  ['requests of a status', 'listRequests', { cursor: 'request_1', status: '403' }, 'requestsBytenantIdid'],
  [
    'requests of an operation',
    'listRequests',
    { cursor: 'request_1', operationId: 'getUser' },
    'requestsBytenantIdoperationIdid',
  ],
  ['requests of a rule', 'listRequests', { cursor: 'request_1', rule: 'AUTH-4' }, 'requestsBytenantIdruleid'],
  ['deliveries', 'listDeliveries', { cursor: 'delivery_1' }],
  ['deliveries in a state', 'listDeliveries', { cursor: 'delivery_1', state: 'failed' }, 'deliveriesBytenantIdstateid'],
  [
    'deliveries of a milestone',
    'listDeliveries',
    { cursor: 'delivery_1', milestoneId: 'm' },
    'deliveriesBytenantIdmilestoneIdid',
  ],
  ['users', 'listUsers', { cursor: '+966500000000' }],
];

type ListId = 'listContracts' | 'listMilestones' | 'listRequests' | 'listDeliveries' | 'listUsers';

describe('a page of a list is read from an index in its order', () => {
  const sqlite = startedService('SQLite');
  let postgres: StartedService;
  beforeAll(async () => {
    // A new database, because rows that another test has removed would change the plans.
    postgres = await startService({ databaseUrl: await createDatabase() });
    return () => postgres.sandbox.close();
  });

  test.each(lists)('of %s on SQLite', async (_, id, query, index = '') => {
    const { db } = sqlite().service;
    const { sql: text, parameters } = await firstQueryOf(db, id, query);

    const { rows } = await db.executeQuery(CompiledQuery.raw(`explain query plan ${text}`, [...parameters]));

    const plan = JSON.stringify(rows);
    expect(plan).toContain(`USING INDEX ${index}`);
    expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
  });

  test.each(lists)('of %s on PostgreSQL', async (_, id, query, index = '') => {
    const { db } = postgres.service;
    const { sql: text, parameters } = await firstQueryOf(db, id, query);

    // With so few rows PostgreSQL would read the whole table. The test shows that it can use the index.
    const { rows } = await db.transaction().execute(async (trx) => {
      for (const way of ['seqscan', 'sort', 'bitmapscan']) await sql.raw(`set local enable_${way} = off`).execute(trx);
      return trx.executeQuery(CompiledQuery.raw(`explain ${text}`, [...parameters]));
    });

    const plan = JSON.stringify(rows);
    expect(plan).toMatch(new RegExp(`Index Scan.*${index}`));
    expect(plan).not.toMatch(/Seq Scan|Sort/);
  });
});

/** The first statement of a list. */
async function firstQueryOf(db: Database, id: ListId, query: object): Promise<CompiledQuery> {
  const nodes: RootOperationNode[] = [];
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const call = { service: { db: db.withPlugin(recorder) }, tenant: { id: 'default' }, query };
  await Reflect.apply(controlHandlers[id], undefined, [call]);
  const [node] = nodes;
  if (!node) throw new Error('The list made no query.');
  return db.getExecutor().compileQuery(node, { queryId: 'explained' });
}
