import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely';
import { describe, expect, test } from 'vitest';
import { controlHandlers } from '../../src/control/control-handlers.ts';
import type { Database } from '../../src/storage/database.ts';
import { createMilestone, milestoneRequest } from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
import { startedService } from '../support/started-sandbox.ts';

/** Every list that the dashboard asks for again and again, with its filter and the index of it. */
const lists: [name: string, id: ListId, query: object, index?: string][] = [
  ['contracts', 'listContracts', {}],
  ['contracts with a milestone in a state', 'listContracts', { state: 'PAID' }],
  ['milestones', 'listMilestones', {}],
  ['milestones in a state', 'listMilestones', { state: 'PAID' }, 'milestonesBytenantIdstateid'],
  ['requests', 'listRequests', {}],
  ['refused requests', 'listRequests', { outcome: 'refused' }, 'requestsBytenantIdid'],
  ['failed requests', 'listRequests', { outcome: 'failed' }, 'requestsBytenantIdid'],
  ['requests of an operation', 'listRequests', { operationId: 'getUser' }, 'requestsBytenantIdoperationIdid'],
  ['requests of a rule', 'listRequests', { rule: 'AUTH-4' }, 'requestsBytenantIdruleid'],
  ['deliveries', 'listDeliveries', {}],
  ['deliveries in a state', 'listDeliveries', { state: 'failed' }, 'deliveriesBytenantIdstateid'],
  ['deliveries of a milestone', 'listDeliveries', { milestoneId: 'm' }, 'deliveriesBytenantIdmilestoneIdid'],
  ['users', 'listUsers', {}],
];

type ListId = 'listContracts' | 'listMilestones' | 'listRequests' | 'listDeliveries' | 'listUsers';

const started = startedService();

describe('a list is read from an index in its order', () => {
  test.each(lists)('of %s', async (_, id, query, index = '') => {
    const { db } = started().service;
    const [first] = await queriesOf(db, id, query);

    const plan = await explain(db, first);

    expect(plan).toContain(`USING INDEX ${index}`);
    expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
  });

  test('and so are the counts and the first milestones of the overview', async () => {
    const { db } = started().service;

    const plans: string[] = [];
    for (const query of await queriesOf(db, 'getOverview', {})) plans.push(await explain(db, query));

    for (const plan of plans) expect(plan).not.toContain('SCAN');
    const all = plans.join();
    expect(all).toContain('milestonesBytenantIddeadLineAt');
    expect(all).toContain('milestonesBytenantIdupdatedAt');
  });
});

test('the ledger of a milestone is read by the milestone, not from all entries of the tenant', async () => {
  const { db } = started().service;
  const { milestoneId } = await createMilestone(started().sandbox);
  const queries = await queriesOf(db, 'getMilestone', {}, { milestoneId });
  const ofLedger = queries.filter((query) => query.sql.includes('ledgerEntries'));

  const plans = await Promise.all(ofLedger.map((query) => explain(db, query)));

  expect(plans.filter((plan) => !plan.includes('milestoneId=?'))).toEqual([]);
  expect(plans).not.toEqual([]);
});

test('the milestones of listed contracts are read by their contract, oldest first', async () => {
  const { sandbox, service } = started();
  const { contractId } = await createMilestone(sandbox);
  const body = { milestones: [milestoneRequest(), milestoneRequest()] };
  await send(sandbox, 'addMilestones', { path: { contractId }, body });

  const [, ofMilestones] = await queriesOf(service.db, 'listContracts', {});
  const [contract] = (await sandbox.control.contracts()).contracts;
  const ids = contract?.milestones.map(({ milestoneId }) => milestoneId) ?? [];

  expect(await explain(service.db, ofMilestones)).toContain('contractId=?');
  expect([ids.length, ids]).toEqual([3, ids.toSorted()]);
});

async function explain(db: Database, query: CompiledQuery | undefined): Promise<string> {
  const { rows } = await db.executeQuery(
    CompiledQuery.raw(`explain query plan ${query?.sql}`, [...(query?.parameters ?? [])]),
  );
  return JSON.stringify(rows);
}

/** The statements of a call, in order. */
async function queriesOf(
  db: Database,
  id: ListId | 'getOverview' | 'getMilestone',
  query: object,
  path: object = {},
): Promise<CompiledQuery[]> {
  const nodes: RootOperationNode[] = [];
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const call = { service: { db: db.withPlugin(recorder) }, tenant: { id: 'default' }, now: Date.now(), query, path };
  await Reflect.apply(controlHandlers[id], undefined, [call]);
  return nodes.map((node) => db.getExecutor().compileQuery(node, { queryId: 'explained' }));
}
