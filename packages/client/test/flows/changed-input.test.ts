import { expect, it } from 'vitest';
import type { ContractToOpen } from '../../src/index.ts';
import { createMemoryJournal } from '../../src/journals/memory-journal.ts';
import { failureOf, pendingStepOf } from '../support/failure-of.ts';
import { lose, refuse } from '../support/scripted-client.ts';
import { createFakeService } from './fake-service.ts';
import { clientOn, contractToOpen, customerToOnboard, flowsOn, openContractWrites, openedContract } from './inputs.ts';
import { key, open, setUp } from './interrupted-flow.ts';

const [first, second] = contractToOpen.milestones as [ContractToOpen['milestones'][0], ContractToOpen['milestones'][0]];
const third = { ...second, title: 'Third', description: 'More' };
const withThird: ContractToOpen = { ...contractToOpen, milestones: [first, second, third] };

it.each<[string, ContractToOpen, string]>([
  ['one more milestone', withThird, 'addParties was'],
  ['one milestone less', { ...contractToOpen, milestones: [first] }, 'addMilestones.2, addParties were'],
  ['another parent', { ...contractToOpen, title: 'Another bike' }, 'createContract was'],
])('%s under the same key sends nothing, and lists the steps that are done', async (_name, input, changed) => {
  const { client, journal, sentCount } = setUp();
  await open(client, journal);

  const error = await failureOf(client.flows.openContract(input, { key, journal }));

  expect(error).toMatchObject({ code: 'input_changed', outcome: 'not-sent', flow: 'openContract', key });
  expect(error).toHaveProperty('doneSteps', ['createContract', 'addMilestones.1', 'addMilestones.2', 'addParties']);
  expect(error.message).toContain(`openContract "order-1": ${changed} done with other input. This run sent nothing.`);
  expect(error.message).toContain('or use another key, which repeats every step.');
  expect(sentCount()).toBe(4);
});

it('the same input with its properties in another order is the same input', async () => {
  const { client, journal, sentCount } = setUp();
  const reversed = <Value extends object>(value: Value) =>
    Object.fromEntries(Object.entries(value).toReversed()) as Value;
  await open(client, journal);
  const reordered = reversed({ ...contractToOpen, milestones: contractToOpen.milestones.map(reversed) });

  const again = await client.flows.openContract(reordered, { key, journal });

  expect(again).toEqual(openedContract);
  expect(sentCount()).toBe(4);
});

it('another milestone is added if the parties have not been', async () => {
  const { client, journal, service } = setUp({ request: 4, send: refuse });
  await failureOf(open(client, journal));

  const opened = await client.flows.openContract(withThird, { key, journal });

  expect(opened.milestones.map(({ id }) => id)).toEqual(['milestone_1', 'milestone_2', 'milestone_3']);
  expect(Object.keys(service.contracts[0]?.parties[0] ?? {})).toEqual(['milestone_1', 'milestone_2', 'milestone_3']);
});

it('the result of a step that was sent with other input is refused', async () => {
  const { client, journal, sentCount } = setUp({ request: 4, send: lose });
  const { revision } = await pendingStepOf(open(client, journal));
  const resolve = { step: 'addParties', revision, outcome: 'succeeded', result: null } as const;

  const error = await pendingStepOf(client.flows.openContract(withThird, { key, journal, resolve }));

  expect(error.message).toContain('addParties was sent with other input.');
  expect(sentCount()).toBe(4);
});

it('a flow stops at a pending milestone that the input no longer has, until it is resolved as not sent', async () => {
  const { client, journal, service } = setUp({ request: 3, send: lose });
  const { revision } = await pendingStepOf(open(client, journal));
  const input = { ...contractToOpen, milestones: [first] };
  const step = 'addMilestones.2';

  const error = await pendingStepOf(client.flows.openContract(input, { key, journal }));
  const resolve = { step, revision, outcome: 'not-sent' } as const;
  const opened = await client.flows.openContract(input, { key, journal, resolve });

  expect(error.step).toBe(step);
  expect(opened.milestones).toHaveLength(1);
  expect(service.carriedOut).toEqual(['createContract', 'addMilestone First half', 'addParties']);
});

it('a key that was used by another flow is refused, and nothing is sent', async () => {
  const { client, journal, sentCount } = setUp();
  await open(client, journal);

  const error = await failureOf(client.flows.onboardCustomer(customerToOnboard, { key, journal }));

  expect(error).toMatchObject({ code: 'journal', outcome: 'not-sent' });
  expect(sentCount()).toBe(4);
});

/** The sample with changes of its first or second milestone. */
const withMilestone = (position: 1 | 2, changes: object): ContractToOpen => ({
  ...contractToOpen,
  milestones: [position === 1 ? { ...first, ...changes } : first, position === 2 ? { ...second, ...changes } : second],
});
const person = '+966500000009';

it.each<[request: number, step: string, allowed: ContractToOpen[], refused: ContractToOpen[]]>([
  [1, 'createContract', [{ ...contractToOpen, title: 'Another bike', currency: 'USD' }], []],
  [
    2,
    'addMilestones.1',
    [
      withMilestone(1, { title: 'Part', price: 200, deadline: '2031-01-01T00:00:00Z', returnPolicy: 'OTHER' }),
      { ...contractToOpen, broker: person },
      withThird,
      { ...contractToOpen, milestones: [first] },
    ],
    [
      { ...contractToOpen, title: 'Another bike' },
      { ...contractToOpen, returnPolicy: 'OTHER' },
    ],
  ],
  [
    3,
    'addMilestones.2',
    [
      withMilestone(2, { title: 'Rest', price: 300, deadline: '2031-01-01T00:00:00Z', returnPolicy: 'OTHER' }),
      withMilestone(1, { buyer: person, seller: person, commission: 7 }),
      { ...contractToOpen, broker: person },
      withThird,
      { ...contractToOpen, milestones: [first] },
    ],
    [
      { ...contractToOpen, returnPolicy: 'OTHER' },
      withMilestone(1, { price: 200 }),
      withMilestone(1, { deadline: '2031-01-01T00:00:00Z' }),
    ],
  ],
  [
    4,
    'addParties',
    [
      withMilestone(2, { buyer: person, seller: person, commission: 7 }),
      { ...contractToOpen, broker: person },
      withThird,
    ],
    [withMilestone(2, { price: 300 }), { ...contractToOpen, milestones: [first] }],
  ],
])(
  'after a refusal of request %d, %s, its own input can be corrected, and that of done steps cannot',
  async (request, step, allowed, refused) => {
    for (const input of [...allowed, ...refused]) {
      const { client, journal } = setUp({ request, send: async () => new Response('{}', { status: 400 }) });
      expect(await failureOf(open(client, journal))).toMatchObject({ code: 'api', step });

      const again = client.flows.openContract(input, { key, journal });

      if (allowed.includes(input)) await expect(again).resolves.toMatchObject({ contractId: 'contract_1' });
      else await expect(again).rejects.toMatchObject({ code: 'input_changed' });
    }
  },
);

it('the input of a step that was refused can be corrected under the same key, and nothing is repeated', async () => {
  const service = createFakeService();
  const options = { key, journal: createMemoryJournal() };
  const refusal = async () => new Response('{}', { status: 400 });
  const refusing = clientOn((request) => (request.url.endsWith('/parties') ? refusal() : service.fetch(request)));
  const milestones = contractToOpen.milestones.map((each) => ({ ...each, seller: '+966500000009' }));

  const refused = await failureOf(refusing.flows.openContract(contractToOpen, options));
  const opened = await flowsOn(service.fetch).openContract({ ...contractToOpen, milestones }, options);

  expect(refused).toMatchObject({ code: 'api', outcome: 'rejected' });
  expect(opened).toEqual(openedContract);
  expect(service.carriedOut).toEqual(openContractWrites);
});
