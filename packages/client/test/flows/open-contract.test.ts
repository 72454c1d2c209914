import { describe, expect, it } from 'vitest';
import { list, map, number, object, oneOf, required, text } from '../../src/deployment.ts';
import { deployment } from '../../src/generated/service.ts';
import type { ContractDefaults, ContractToOpen, MilestoneToOpen, Party, Violation } from '../../src/index.ts';
import { createMemoryJournal } from '../../src/journals/memory-journal.ts';
import { failureOf } from '../support/failure-of.ts';
import { createFakeService, type FakeService, serve } from './fake-service.ts';
import {
  clientOn,
  contractToOpen,
  flowsOn,
  openContractWrites,
  openedContract,
  contractDefaults as terms,
} from './inputs.ts';

/** The complete parties that the service must receive (PARTY-1, PARTY-2, PARTY-3). */
const completeParties = (price: number) => [
  { role: 'CUSTOMER', phoneNumber: '+966500000001', amount: price, isSender: true, arbitrator: false },
  expect.not.objectContaining({ isSender: expect.anything() }),
  { role: 'BROKER', phoneNumber: '+966500000003', amount: 10, isSender: true, arbitrator: true },
];

const openOn = (service: FakeService, contract = contractToOpen) =>
  flowsOn(service.fetch).openContract(contract, { key: 'order-1', journal: createMemoryJournal() });

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
    expect(service.contracts[0]?.parties).toEqual([
      { milestone_1: completeParties(100), milestone_2: completeParties(250) },
    ]);
  });

  it('MILESTONE-1 checks the rules of all steps before it loads or sends anything, and lists all violations', async () => {
    const service = createFakeService();
    const milestones = contractToOpen.milestones.map((each) => ({ ...each, deadline: 'soon' }));
    const load = () => expect.unreachable('the journal was read');
    const options = { key: 'order-1', journal: { ...createMemoryJournal(), load } };

    const error = await failureOf(flowsOn(service.fetch).openContract({ ...contractToOpen, milestones }, options));

    expect(error).toMatchObject({ code: 'rule_violation', outcome: 'not-sent' });
    expect(error.message).toContain('milestones[0].deadline is malformed');
    expect(error.message).toContain('milestones[1].deadline is malformed');
    expect(error.message).toContain('Write deadline as');
    expect(service.carriedOut).toEqual([]);
  });
});

/** A milestone that is right. */
const [rightMilestone = {} as MilestoneToOpen] = contractToOpen.milestones;

it('USER-1c, MILESTONE-1c, PARTY-4 openContract lists all that is wrong at once, by the names of its own fields', async () => {
  const service = createFakeService();
  const wrong = {
    ...rightMilestone,
    price: -5,
    commission: 1.2345,
    deadline: '٢٠٣٠-٠١-٠١T00:00:00Z',
    returnPolicy: 8,
    buyer: '0500000001',
    seller: [{ phoneNumber: '+9660500000002', rate: 0.3 }, { phoneNumber: '+966500000004', rate: 0.3 }, { rate: 2 }],
    currency: 'USD',
  };
  const lacking = { title: 'Last', price: 1.2345, seller: '+966500000002', buyer: [{ phoneNumber: 1 }] };
  const milestones = [...Array.from({ length: 6 }, () => rightMilestone), wrong, lacking] as MilestoneToOpen[];
  const given = { ...contractToOpen, currency: 'RIYAL', broker: '0500000003', returnPolicy: 7, milestones };

  const error = await failureOf(openOn(service, given as never));

  const paths = (error as { violations?: Violation[] }).violations?.map(({ path }) => path);
  expect(paths?.toSorted()).toEqual([
    'broker',
    'currency',
    'milestones[6].buyer',
    'milestones[6].commission',
    'milestones[6].currency',
    'milestones[6].deadline',
    'milestones[6].price',
    'milestones[6].returnPolicy',
    'milestones[6].seller[0].phoneNumber',
    'milestones[6].seller[2].phoneNumber',
    'milestones[6].seller[2].rate',
    'milestones[7].buyer[0].phoneNumber',
    'milestones[7].deadline',
    'milestones[7].price',
    'returnPolicy',
  ]);
  expect(service.carriedOut).toEqual([]);
});

it.each([
  ['title', 7, 'title must be text. Give a short name of what is sold, as text.'],
  ['broker', 5, 'broker must be an object. Give a phone, or an object such as { phoneNumber }.'],
])('of the faults of one %s, openContract tells the first, and what to give', async (path, value, message) => {
  const given = { ...contractToOpen, description: undefined, [path]: value };

  const error = await failureOf(openOn(createFakeService(), given as never));

  expect(error).toMatchObject({ violations: [{ path, message }] });
});

it('PARTY-4 openContract finds rates that do not add up beside a wrong price', async () => {
  const seller = [
    { phoneNumber: '+966500000002', rate: 0.3 },
    { phoneNumber: '+966500000004', rate: 0.3 },
  ];
  const milestones = [{ ...rightMilestone, price: 1.005, seller }];

  const error = await failureOf(openOn(createFakeService(), { ...contractToOpen, milestones }));

  expect(error).toMatchObject({ violations: [{ path: 'milestones[0].price' }, { path: 'milestones[0].seller' }] });
});

it('openContract names the field of the shop from which a party of its own making comes', async () => {
  const { addParties } = deployment.operationTable;
  const party = object({
    properties: { amount: number({ minimum: 20 }), phoneNumber: oneOf([], {}), note: required(text({})) },
  });
  const body = object({ properties: { mileStonesParties: map({ values: list({ items: party }) }) } });
  const operationTable = { ...deployment.operationTable, addParties: { ...addParties, body } };
  const seller = [{ phoneNumber: '+966500000002', rate: 0.1 }, { phoneNumber: '+966500000004' }];
  const fake = createFakeService();
  const client = clientOn(fake.fetch, { deployment: { ...deployment, operationTable } });
  const milestones = [{ ...rightMilestone, seller }];
  const options = { key: 'order-1', journal: createMemoryJournal() };

  const error = await failureOf(client.flows.openContract({ ...contractToOpen, milestones }, options));

  expect((error as { violations?: Violation[] }).violations?.map(({ path }) => path)).toEqual([
    'milestones[0].buyer',
    'milestones[0].buyer.note',
    'milestones[0].seller[0].rate',
    'milestones[0].seller[0].phoneNumber',
    'milestones[0].seller[0].note',
    'milestones[0].seller[1].phoneNumber',
    'milestones[0].seller[1].note',
    'milestones[0].commission',
    'broker',
    'broker.note',
  ]);
  expect(fake.carriedOut).toEqual([]);
});

describe('the answer to an added milestone (MILESTONE-2: neither order nor extent is shown)', () => {
  it.each([
    ['earlier ones first', (all: unknown[]) => all],
    ['earlier ones twice', (all: unknown[], added: unknown[]) => [...all.slice(0, -1), ...all.slice(0, -1), ...added]],
  ])('may list %s: each party still gets its own milestone', async (_name, list) => {
    const service = createFakeService(list);

    const opened = await openOn(service);

    expect(opened).toEqual(openedContract);
    expect(service.contracts[0]?.parties).toEqual([
      { milestone_1: completeParties(100), milestone_2: completeParties(250) },
    ]);
  });

  it.each<[string, (all: unknown[], added: unknown[]) => unknown[], milestone?: number]>([
    ['no milestone', () => []],
    ['two new ones', (_all: unknown[], added: unknown[]) => [...added, { id: 'other', itemPrice: 100 }]],
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

const [buyer, seller, broker] = ['+966500000001', '+966500000002', '+966500000003'] as const;

const milestone: MilestoneToOpen = { title: 'Deposit', price: 500, deadline: '2030-01-01T00:00:00Z', buyer, seller };

/** A client with defaults, and the bodies that it sends. */
function createShop(defaults: ContractDefaults) {
  const service = createFakeService();
  const bodies: unknown[] = [];
  const fetch = async (request: Request) => {
    bodies.push(await request.clone().json());
    return service.fetch(request);
  };
  const { flows } = clientOn(fetch, { journal: createMemoryJournal(), defaults });
  const open = (input: ContractToOpen) => flows.openContract(input, { key: 'order-1' });
  /** Opens a contract with one milestone, and returns its parties as sent. */
  async function partiesOf(given: Partial<MilestoneToOpen>): Promise<[string, string, number][]> {
    await open({ title: 'Order 1', milestones: [{ ...milestone, ...given }] });
    const parties: Party[] = service.contracts[0]?.parties[0]?.['milestone_1'] ?? [];
    return parties.map(({ role, phoneNumber, amount }) => [role, phoneNumber, amount]);
  }
  return { open, bodies, partiesOf };
}

describe('the terms of a contract', () => {
  it('CONTRACT-1, MILESTONE-1 come from the defaults of the client', async () => {
    const { open, bodies } = createShop(terms);

    await open({ title: 'Order 1', milestones: [milestone] });

    const { broker: _, contractClassification, ...shared } = terms;
    expect(bodies[0]).toEqual({
      ...shared,
      contractClassification,
      type: 'COMPLEX_CONTRACT',
      senderRole: 'BROKER',
      isParent: true,
      itemPrice: 0,
      itemDetail: { title: 'Order 1', description: 'Order 1' },
    });
    expect(bodies[1]).toEqual({
      milestones: [
        {
          ...shared,
          type: 'MILESTONE_CONTRACT',
          senderRole: 'BROKER',
          itemPrice: 500,
          deadLine: '2030-01-01T00:00:00Z',
          itemDetail: { title: 'Deposit', description: 'Deposit' },
        },
      ],
    });
  });

  it('of the input override those of the client, and those of a milestone override both', async () => {
    const { open, bodies } = createShop({ ...terms, returnPolicy: 'CLIENT', returnFeePayee: 'CLIENT' });

    await open({
      title: 'Order 1',
      returnPolicy: 'CONTRACT',
      returnFeePayee: undefined,
      milestones: [{ ...milestone, returnPolicy: 'MILESTONE' }, milestone],
    });

    expect(bodies[0]).toMatchObject({ returnPolicy: 'CONTRACT', returnFeePayee: 'CLIENT' });
    expect(bodies[1]).toMatchObject({ milestones: [{ returnPolicy: 'MILESTONE', returnFeePayee: 'CLIENT' }] });
    expect(bodies[2]).toMatchObject({ milestones: [{ returnPolicy: 'CONTRACT' }] });
  });

  it('that are missing are listed in one error, with both places to set them', async () => {
    const { open, bodies } = createShop({ currency: 'SAR', serviceTermsAccepted: true });

    const error = await failureOf(open({ title: 'Order 1', returnPolicy: 'NO_RETURN', milestones: [milestone] }));

    expect(error).toMatchObject({ code: 'configuration', outcome: 'not-sent', operationId: 'openContract' });
    expect(error.message).toMatch(
      /set contractClassification, returnFeePayee, broker in the defaults .* or for this contract\.$/,
    );
    expect(bodies).toEqual([]);
  });
});

describe('a milestone', () => {
  it('PARTY-2 has the broker as a party, even without a commission', async () => {
    expect(await createShop(terms).partiesOf({ commission: undefined })).toEqual([
      ['CUSTOMER', buyer, 500],
      ['PROVIDER', seller, 500],
      ['BROKER', broker, 0],
    ]);
  });

  it('PARTY-4 has buyers who share the price, and sellers who share the price minus the commission', async () => {
    const buyers = [{ phoneNumber: buyer, amount: 100 }, { phoneNumber: '+966500000011' }];
    const sellers = [
      { phoneNumber: seller, rate: 1 / 3 },
      { phoneNumber: '+966500000012', rate: 2 / 3 },
    ];

    expect(
      await createShop(terms).partiesOf({ price: 1000, commission: 0.01, buyer: buyers, seller: sellers }),
    ).toEqual([
      ['CUSTOMER', buyer, 100],
      ['CUSTOMER', '+966500000011', 900],
      ['PROVIDER', seller, 333.33],
      ['PROVIDER', '+966500000012', 666.66],
      ['BROKER', broker, 0.01],
    ]);
  });

  it('PARTY-4 is sent with the price that its parties share: 0.1 + 0.2 is 0.3', async () => {
    const { open, bodies } = createShop(terms);

    await open({ title: 'Order 1', milestones: [{ ...milestone, price: 0.1 + 0.2, commission: 0.1 }] });

    expect(bodies[1]).toMatchObject({ milestones: [{ itemPrice: 0.3 }] });
    expect(bodies[2]).toMatchObject({ mileStonesParties: { milestone_1: [{ amount: 0.3 }, { amount: 0.2 }, {}] } });
  });

  it.each<[object, string]>([
    [{ price: '500' }, 'milestones[0].price'],
    [{ buyer: [] }, 'milestones[0].buyer'],
    [{ seller: [{ phoneNumber: seller, amount: 501 }, { phoneNumber: seller }] }, 'milestones[0].seller'],
    [{ seller: [{ phoneNumber: '' }] }, 'milestones[0].seller[0].phoneNumber is malformed'],
    [{ '+966511112222': 1 }, 'milestones[0].(another field) is unknown'],
    [{ currency: 'USD' }, 'milestones[0].currency must be left out. Set it for the whole contract.'],
    [{ commission: 501 }, 'milestones[0].commission must not exceed the price'],
    [{ commission: 1.005 }, 'milestones[0].commission has more than the 2 decimals of SAR. Round it first.'],
  ])('with %j is refused with the name of the field, before anything is sent', async (given, path) => {
    const { open, bodies } = createShop(terms);

    const error = await failureOf(open({ title: 'Order 1', milestones: [{ ...milestone, ...given }] }));

    expect(error).toMatchObject({ code: 'rule_violation', outcome: 'not-sent' });
    expect(error.message).toContain(path);
    expect(bodies).toEqual([]);
  });

  it('USER-5 in a contract whose default broker has no international number is refused', async () => {
    const { open, bodies } = createShop({ ...terms, broker: '0500000003' });

    const error = await failureOf(open({ title: 'Order 1', milestones: [milestone] }));

    expect(error).toMatchObject({ violations: [{ path: 'broker', rule: 'USER-1c', basis: 'implied' }] });
    expect(bodies).toEqual([]);
  });
});
