import { expect, it } from 'vitest';
import { createMemoryJournal } from '../../src/journals/memory-journal.ts';
import { failureOf, pendingStepOf } from '../support/failure-of.ts';
import { lose } from '../support/scripted-fetch.ts';
import { createFakeService } from './fake-service.ts';
import { clientOn, contractToOpen, customerToOnboard, flowsOn, openContractWrites, openedContract } from './inputs.ts';

const [first, second] = contractToOpen.milestones;
const refusal = async (): Promise<Response> => new Response('{}', { status: 400 });

it('the input of a step that was refused can be corrected under the same key, and nothing is repeated', async () => {
  const service = createFakeService();
  const options = { key: 'order-1', journal: createMemoryJournal() };
  const refusing = clientOn((request) => (request.url.endsWith('/parties') ? refusal() : service.fetch(request)));
  const milestones = contractToOpen.milestones.map((each) => ({ ...each, seller: '+966500000009' }));
  const corrected = { ...contractToOpen, milestones };

  const refused = await failureOf(refusing.flows.openContract(contractToOpen, options));
  const opened = await flowsOn(service.fetch).openContract(corrected, options);

  expect(refused).toMatchObject({ code: 'api', outcome: 'rejected' });
  expect(opened).toEqual(openedContract);
  expect(service.carriedOut).toEqual(openContractWrites);
});

it('a done step does not count for changed input', async () => {
  const service = createFakeService();
  const client = clientOn(service.fetch);
  const options = { key: 'order-1', journal: createMemoryJournal() };
  const other = { ...contractToOpen, milestones: [second, first].flatMap((each) => each ?? []) };
  await client.flows.openContract(contractToOpen, options);

  const error = await failureOf(client.flows.openContract(other, options));

  expect(error).toMatchObject({ code: 'input_changed', outcome: 'not-sent' });
  expect(String(error)).toContain('addMilestones.1');
  expect(service.carriedOut).toEqual(openContractWrites);
});

it('a resolution with a revision resolves one run of a step: two runs with it send the step once', async () => {
  const service = createFakeService();
  const options = { key: 'order-1', journal: createMemoryJournal() };
  const { revision } = await pendingStepOf(flowsOn(lose).openContract(contractToOpen, options));
  const slow = clientOn(async (request) => {
    const answer = await service.fetch(request);
    return new Promise<Response>((resolve) => setImmediate(() => resolve(answer)));
  });
  const resend = () =>
    slow.flows.openContract(contractToOpen, {
      ...options,
      resolve: { step: 'createContract', revision, outcome: 'not-sent' },
    });

  const runs = await Promise.allSettled([resend(), new Promise((resolve) => setImmediate(() => resolve(resend())))]);

  expect(runs.map(({ status }) => status)).toContain('fulfilled');
  expect(service.carriedOut.filter((write) => write === 'createContract')).toEqual(['createContract']);
});

it('the input of a whole flow is checked before its first call', async () => {
  const service = createFakeService();
  const flows = flowsOn(service.fetch);
  const journal = createMemoryJournal();

  const badAddress = { ...customerToOnboard, address: { addressLabel: 'HOME' } as never };
  const onboarding = await failureOf(flows.onboardCustomer(badAddress, { key: 'a', journal }));
  const opening = await failureOf(flows.openContract({ ...contractToOpen, milestones: [] }, { key: 'b', journal }));

  expect(onboarding).toMatchObject({ violations: [{ path: 'address.countryCode', rule: 'ADDR-1' }] });
  expect(opening).toMatchObject({ violations: [{ path: 'milestones' }] });
  expect(service.carriedOut).toEqual([]);
});

it.each([undefined, '', 5])('the key %j is refused', async (key) => {
  const flows = flowsOn(createFakeService().fetch);

  const error = await failureOf(
    flows.openContract(contractToOpen, { key: key as string, journal: createMemoryJournal() }),
  );

  expect(error).toMatchObject({ code: 'configuration', outcome: 'not-sent' });
});

it('an answer whose ids cannot be used leaves the step pending, not done', async () => {
  const journal = createMemoryJournal();
  const answering = (id: string) => clientOn(async () => Response.json({ data: { id } }));

  const error = await failureOf(answering('..').flows.openContract(contractToOpen, { key: 'order-1', journal }));

  expect(error).toMatchObject({ code: 'step_pending', step: 'createContract' });
});

it('an unknown part of the input is refused, because it may be misspelled', async () => {
  const service = createFakeService();
  const flows = flowsOn(service.fetch);
  const { bankAccount: bank, ...others } = customerToOnboard;

  const error = await failureOf(
    flows.onboardCustomer({ ...others, bank } as never, { key: 'a', journal: createMemoryJournal() }),
  );

  expect(error).toMatchObject({ code: 'rule_violation', violations: [{ path: 'bank' }] });
  expect(service.carriedOut).toEqual([]);
});
