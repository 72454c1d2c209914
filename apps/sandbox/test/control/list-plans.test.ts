import { StatementSync } from 'node:sqlite';
import type { Control } from '@escrow-kit/sandbox-control';
import { describe, expect, test, vi } from 'vitest';
import { createMilestone, milestoneRequest } from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
import { startedService } from '../support/started-sandbox.ts';

/** Every list that the dashboard asks for again and again, with its filter and the index of it. */
const lists: [name: string, list: (control: Control) => Promise<unknown>, index?: string][] = [
  ['contracts', (control) => control.contracts()],
  [
    'contracts with a milestone in a state',
    (control) => control.contracts({ state: 'PAID' }),
    'milestonesBytenantIdcontractId',
  ],
  ['milestones', (control) => control.milestones()],
  ['milestones in a state', (control) => control.milestones({ state: 'PAID' }), 'milestonesBytenantIdstateid'],
  ['requests', (control) => control.requests()],
  ['refused requests', (control) => control.requests({ outcome: 'refused' }), 'requestsBytenantIdid'],
  ['failed requests', (control) => control.requests({ outcome: 'failed' }), 'requestsBytenantIdid'],
  [
    'requests of an operation',
    (control) => control.requests({ operationId: 'getUser' }),
    'requestsBytenantIdoperationIdid',
  ],
  ['requests of a rule', (control) => control.requests({ rule: 'AUTH-4' }), 'requestsBytenantIdruleid'],
  ['deliveries', (control) => control.deliveries()],
  ['deliveries in a state', (control) => control.deliveries({ state: 'failed' }), 'deliveriesBytenantIdstateid'],
  [
    'deliveries of a milestone',
    (control) => control.deliveries({ milestoneId: 'm' }),
    'deliveriesBytenantIdmilestoneIdid',
  ],
  ['users', (control) => control.users()],
];

const started = startedService();

describe('a list is read from an index in its order', () => {
  test.each(lists)('of %s', async (_, list, index = '') => {
    const statements = await statementsOf(() => list(started().sandbox.control));

    const [plan] = statements.filter((sql) => sql.includes('limit $limit')).map(explain);

    expect(plan).toContain(`USING INDEX ${index}`);
    expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
  });

  test('and so are the counts and the first milestones of the overview', async () => {
    const statements = await statementsOf(() => started().sandbox.control.overview());

    const plans = statements.map(explain);

    for (const plan of plans) expect(plan).not.toContain('SCAN');
    const all = plans.join();
    expect(all).toContain('milestonesBytenantIddeadLineAt');
    expect(all).toContain('milestonesBytenantIdupdatedAt');
  });
});

test('the ledger of a milestone is read by the milestone, not from all entries of the tenant', async () => {
  const { sandbox } = started();
  const { milestoneId } = await createMilestone(sandbox);

  const statements = await statementsOf(() => sandbox.control.milestone(milestoneId));

  const ofLedger = statements.filter((sql) => sql.includes('ledgerEntries'));
  expect(ofLedger.map(explain).filter((plan) => !plan.includes('milestoneId=?'))).toEqual([]);
  expect(ofLedger).not.toEqual([]);
});

test('the milestones of listed contracts are read by their contract, oldest first', async () => {
  const { sandbox } = started();
  const { contractId } = await createMilestone(sandbox);
  const body = { milestones: [milestoneRequest(), milestoneRequest()] };
  await send(sandbox, 'addMilestones', { path: { contractId }, body });

  const statements = await statementsOf(() => sandbox.control.contracts());
  const [contract] = (await sandbox.control.contracts()).contracts;
  const ids = contract?.milestones.map(({ milestoneId }) => milestoneId) ?? [];

  const ofMilestones = statements.filter((sql) => sql.includes('from milestones'));
  expect(ofMilestones).not.toEqual([]);
  for (const plan of ofMilestones.map(explain)) expect(plan).toContain('contractId=?');
  expect([ids.length, ids]).toEqual([3, ids.toSorted()]);
});

/** How the store runs a statement. What it does with a list of values, which is in memory, is left out. */
function explain(sql: string): string {
  const plan = started().service.store.all<{ detail: string }>(`explain query plan ${sql}`);
  return plan
    .map(({ detail }) => detail)
    .filter((detail) => !detail.startsWith('SCAN json_each'))
    .join();
}

/** The statements that read from the store during a call, in order. */
async function statementsOf(call: () => Promise<unknown>): Promise<string[]> {
  const reads = (['all', 'get'] as const).map((name) => vi.spyOn(StatementSync.prototype, name));
  await call();
  const statements = reads.flatMap(({ mock }) => mock.contexts as StatementSync[]).map(({ sourceSQL }) => sourceSQL);
  for (const read of reads) read.mockRestore();
  return statements;
}
