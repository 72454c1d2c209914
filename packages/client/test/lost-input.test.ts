import { describe, expect, test } from 'vitest';
import type { EscrowClient, Party } from '../src/index.ts';
import { createMemoryJournal } from '../src/journals/memory-journal.ts';
import { contractToOpen } from './flows/inputs.ts';
import { callOperation } from './support/call-operation.ts';
import { expectClearRefusal, refusalOf, type Send } from './support/clear-refusal.ts';
import { createObservedClient } from './support/observed-client.ts';
import { milestone, parties } from './support/sample-inputs.ts';

// Input that JSON would leave out: such a call must never end with a success.

const addParties = (e: EscrowClient, given: Record<string, Party[]>) => e.contracts.addParties('c-1', given);

describe('parties', () => {
  test('a map that has no keys because of a literal __proto__ is refused', async () => {
    const error = await refusalOf((e) => addParties(e, { __proto__: parties } as never));

    expectClearRefusal(error, 'mileStonesParties');
    expect(error.message).toContain('prototype');
  });

  test('an own key that is called __proto__ is sent', async () => {
    const { escrow, sent } = createObservedClient({ '*': {} });

    await addParties(escrow, JSON.parse(`{"__proto__": ${JSON.stringify(parties)}}`));

    expect(sent[0]?.body).toContain('"__proto__":[{');
  });

  test('a map without a prototype, or of a class, is sent', async () => {
    const { escrow, sent } = createObservedClient({ '*': {} });
    class PartiesByMilestone {
      'm-1' = parties;
      get count() {
        return 1;
      }
    }

    await addParties(escrow, Object.assign(Object.create(null), { 'm-1': parties }));
    await addParties(escrow, new PartiesByMilestone() as never);

    expect(sent.map(({ body }) => Object.keys(JSON.parse(body).mileStonesParties))).toEqual([['m-1'], ['m-1']]);
  });
});

const others: [what: string, send: Send][] = [
  ['a milestone', (e) => e.contracts.addMilestones('c-1', [Object.create(milestone)])],
  ['a body', (e) => callOperation(e, 'createPayment', { body: Object.create({ amount: 1 }) })],
  ['metadata', (e) => e.users.update('usr_1', { metadata: { deep: Object.create({ note: 'SECRET' }) } })],
  [
    'the input of a flow',
    (e) =>
      e.flows.openContract(
        { ...contractToOpen, milestones: [Object.create(contractToOpen.milestones[0] ?? {})] },
        { key: 'order-1', journal: createMemoryJournal() },
      ),
  ],
];

test.each(others)('%s with inherited fields is refused', async (_what, send) => {
  const error = await refusalOf(send);

  expect(error).toMatchObject({ code: 'configuration', outcome: 'not-sent', attempts: 0 });
  expectClearRefusal(error, 'prototype');
});
