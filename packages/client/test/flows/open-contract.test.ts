import { describe, expect, it } from 'vitest';
import type { ContractToOpen } from '../../src/index.ts';
import { createMemoryJournal } from '../../src/journals/memory-journal.ts';
import { failureOf } from '../support/failure-of.ts';
import { createFakeService, serve } from './fake-service.ts';
import { clientOn, contractToOpen, flowsOn, openContractWrites, openedContract } from './inputs.ts';

/** The complete parties that the service must receive (PARTY-1, PARTY-2, PARTY-3). */
const partiesOf = (price: number) => [
  { role: 'CUSTOMER', phoneNumber: '+966500000001', amount: price, isSender: true, arbitrator: false },
  expect.not.objectContaining({ isSender: expect.anything() }),
  { role: 'BROKER', phoneNumber: '+966500000003', amount: 10, isSender: true, arbitrator: true },
];

const openOn = (service: ReturnType<typeof createFakeService>, input: ContractToOpen = contractToOpen) =>
  flowsOn(service.fetch).openContract(input, { key: 'order-1', journal: createMemoryJournal() });

describe('openContract', () => {
  it('creates the parent, adds each milestone separately, then all parties, over HTTP', async () => {
    const service = createFakeService();
    const url = await serve(service.fetch);
    const client = clientOn(globalThis.fetch, { baseUrl: url });

    const opened = await client.flows.openContract(contractToOpen, {
      key: 'order-1',
      journal: createMemoryJournal(),
    });

    expect(opened).toEqual(openedContract);
    expect(service.carriedOut).toEqual(openContractWrites);
    expect(service.contracts).toHaveLength(1);
    expect(service.contracts[0]?.parties).toEqual([{ milestone_1: partiesOf(100), milestone_2: partiesOf(250) }]);
  });

  it('checks the rules of all steps before the first is sent, and lists all violations', async () => {
    const service = createFakeService();
    const [first, second] = contractToOpen.milestones;
    if (!first || !second) throw new Error('The sample has two milestones.');
    const never = { ...second, deadline: 'never' };
    const late = { ...first, deadline: 'tomorrow' };
    let loads = 0;
    const journal = { ...createMemoryJournal(), load: async () => void loads++ };

    const error = await failureOf(
      flowsOn(service.fetch).openContract(
        { ...contractToOpen, milestones: [late, never] },
        { key: 'order-1', journal: journal as never },
      ),
    );

    expect(error).toMatchObject({ code: 'rule_violation', outcome: 'not-sent' });
    expect(error.message).toContain('milestones[0].deadline is malformed');
    expect(error.message).toContain('milestones[1].deadline is malformed');
    expect(service.carriedOut).toEqual([]);
    expect(loads).toBe(0);
  });

  it('names the field of an answer that it can not use', async () => {
    const service = createFakeService((_all, added) => added.map((milestone) => ({ ...milestone, fee: '4' as never })));

    const error = await failureOf(openOn(service));

    expect(error).toMatchObject({ code: 'step_pending', step: 'addMilestones.1' });
    expect(error.message).toContain('; data.milestones[].fee is string, not number.');
  });
});

describe('the answer to an added milestone (MILESTONE-2: neither order nor extent is shown)', () => {
  it.each([
    ['the new one', (_all: unknown[], added: unknown[]) => added],
    ['earlier ones first', (all: unknown[]) => all],
    ['earlier ones last', (all: unknown[]) => all.toReversed()],
    ['earlier ones twice', (all: unknown[], added: unknown[]) => [...all.slice(0, -1), ...all.slice(0, -1), ...added]],
  ])('may list %s: each party still gets its own milestone', async (_name, list) => {
    const service = createFakeService(list);

    const opened = await openOn(service);

    expect(opened).toEqual(openedContract);
    expect(service.contracts[0]?.parties).toEqual([{ milestone_1: partiesOf(100), milestone_2: partiesOf(250) }]);
  });

  it.each<[string, (all: unknown[], added: unknown[]) => unknown[], milestone?: number]>([
    ['no milestone', () => []],
    ['two new ones', (_all: unknown[], added: unknown[]) => [...added, { id: 'other', itemPrice: 100 }]],
    ['the new one twice', (_all: unknown[], added: unknown[]) => [...added, ...added]],
    ['nothing but null', () => [null]],
    ['only an earlier one', (all: unknown[]) => all.slice(0, 1), 2],
    ['something else than a list', () => ({}) as unknown[]],
  ])('that lists %s stops the flow, and no party is added', async (_name, list, milestone = 1) => {
    const service = createFakeService(list);

    const error = await failureOf(openOn(service));

    expect(error).toMatchObject({
      code: 'step_pending',
      outcome: 'unknown',
      flow: 'openContract',
      step: `addMilestones.${milestone}`,
    });
    expect(service.carriedOut).toEqual(openContractWrites.slice(0, 1 + milestone));
  });
});
