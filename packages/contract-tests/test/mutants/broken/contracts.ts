import { type Call, Refusal } from '@escrow-kit/sandbox/testing';
import type { Mutant } from '../mutant.ts';
import { changeAnswer, changeResult, ignoreViolationsOf, omit, rename, wrapHandler } from '../ways.ts';

type PartyLists = Call<'addParties'>['body']['mileStonesParties'];
type Parties = PartyLists[string];

const isCustomer = ({ role }: { role: string }) => role === 'CUSTOMER';

const mapParties = (lists: PartyLists, change: (parties: Parties) => Parties): PartyLists =>
  Object.fromEntries(Object.entries(lists).map(([id, parties]) => [id, change(parties)]));

const sum = (parties: Parties): number => parties.reduce((total, { amount }) => total + amount, 0);

/** Makes the CUSTOMER pay what the others get, so that the sandbox finds nothing wrong. */
const balanced = (parties: Parties): Parties => {
  const total = Math.round(sum(parties.filter((party) => !isCustomer(party))) * 100) / 100;
  return parties.map((party) => (isCustomer(party) ? { ...party, amount: total } : party));
};

// biome-ignore lint/suspicious/noExplicitAny: bodies of any shape are broken here
const changeMilestones = (change: (milestone: any) => unknown): Mutant['replace'] =>
  changeResult('addMilestones', (body) => ({ data: { ...body.data, milestones: body.data.milestones.map(change) } }));

/** The body without the forbidden fields at one place of its milestones. */
function overlook(place: 'second milestone' | 'empty list', body: unknown): unknown {
  const { milestones } = (body ?? {}) as { milestones?: Record<string, unknown>[] };
  if (!Array.isArray(milestones)) return body;
  const isForbidden = (field: string) => ['paymentMethods', 'isDeliverable', 'isInspectable'].includes(field);
  const isOverlooked = (index: number, value: unknown) =>
    place === 'second milestone' ? index > 0 : Array.isArray(value) && value.length === 0;
  const kept = milestones.map((milestone, index) =>
    Object.fromEntries(
      Object.entries(milestone).filter(([field, value]) => !(isForbidden(field) && isOverlooked(index, value))),
    ),
  );
  return { ...(body as object), milestones: kept };
}

/** Sandboxes that are wrong about contracts, milestones and parties. */
export const brokenContracts: Mutant[] = [
  {
    rule: 'CONTRACT-1',
    does: 'takes a parent of any type, role and price',
    verdict: 'assumed: differs',
    replace: ignoreViolationsOf('CONTRACT-1c'),
  },
  {
    rule: 'CONTRACT-2',
    does: 'calls the id of a parent contractId',
    replace: changeResult('createContract', (body) => ({ data: rename(body.data, 'id', 'contractId') })),
  },
  {
    rule: 'CONTRACT-2',
    does: 'gives a parent an empty id',
    replace: changeResult('createContract', (body) => ({ data: { ...body.data, id: '' } })),
  },
  {
    rule: 'CONTRACT-2',
    does: 'leaves out senderRole',
    replace: changeResult('createContract', (body) => ({ data: omit(body.data, 'senderRole') })),
  },
  {
    rule: 'CONTRACT-2',
    does: 'does not wrap a parent in data',
    replace: changeResult('createContract', (body) => body.data),
  },
  {
    rule: 'MILESTONE-1',
    does: 'takes any milestone',
    verdict: 'assumed: differs',
    replace: ignoreViolationsOf('MILESTONE-1c'),
  },
  {
    rule: 'MILESTONE-2',
    does: 'writes the fee as text',
    replace: changeMilestones((milestone) => ({ ...milestone, fee: String(milestone.fee) })),
  },
  {
    rule: 'MILESTONE-2',
    does: 'leaves out feePercentage',
    replace: changeMilestones((milestone) => omit(milestone, 'feePercentage')),
  },
  {
    rule: 'MILESTONE-2',
    does: 'names another parent for the milestones',
    replace: changeResult('addMilestones', (body) => ({ data: { ...body.data, parentContractId: 'another' } })),
  },
  {
    rule: 'MILESTONE-2',
    does: 'writes feePercentage as text',
    replace: changeMilestones((milestone) => ({ ...milestone, feePercentage: String(milestone.feePercentage) })),
  },
  {
    rule: 'MILESTONE-2',
    does: 'writes feePercentage as a percentage',
    replace: changeMilestones((milestone) => ({ ...milestone, feePercentage: milestone.feePercentage * 100 })),
  },
  {
    rule: 'MILESTONE-2',
    does: 'adds the fee to the itemPrice',
    replace: changeMilestones((milestone) => ({ ...milestone, itemPrice: milestone.itemPrice + milestone.fee })),
  },
  {
    rule: 'MILESTONE-2',
    does: 'leaves out the parent of the milestones',
    replace: changeResult('addMilestones', (body) => ({ data: omit(body.data, 'parentContractId') })),
  },
  {
    rule: 'MILESTONE-3',
    does: 'takes paymentMethods, isDeliverable and isInspectable',
    replace: ignoreViolationsOf('MILESTONE-3'),
  },
  ...(['second milestone', 'empty list'] as const).map(
    (place): Mutant => ({
      rule: 'MILESTONE-3',
      does: `accepts ${place === 'empty list' ? 'empty paymentMethods' : 'a forbidden field in a second milestone'}`,
      replace: ({ checkRequest }) => ({
        checkRequest: (operation, request, body) => checkRequest(operation, request, overlook(place, body)),
      }),
    }),
  ),
  {
    rule: 'MILESTONE-2',
    does: 'has a feePercentage but no fee',
    verdict: 'implied: differs',
    replace: changeMilestones((milestone) => ({ ...milestone, fee: 0 })),
  },
  {
    rule: 'MILESTONE-2',
    does: 'has a fee that does not match feePercentage',
    verdict: 'implied: differs',
    replace: changeMilestones((milestone) => ({ ...milestone, fee: milestone.fee * 2 })),
  },
  {
    rule: 'PARTY-4',
    does: 'takes a CUSTOMER who pays the PROVIDER alone',
    replace: wrapHandler('addParties', (shipped, call) => {
      const isProvider = ({ role }: { role: string }) => role === 'PROVIDER';
      const isPaid = (parties: Parties) => sum(parties.filter(isCustomer)) === sum(parties.filter(isProvider));
      const change = (parties: Parties) => (isPaid(parties) ? balanced(parties) : parties);
      return shipped({ ...call, body: { mileStonesParties: mapParties(call.body.mileStonesParties, change) } });
    }),
  },
  {
    rule: 'PARTY-0',
    does: 'takes any parties',
    verdict: 'assumed: differs',
    replace: ignoreViolationsOf('PARTY-0c'),
  },
  {
    rule: 'PARTY-0',
    does: 'does not find a milestone by its id as a key',
    alsoBlamed: ['PARTY-4'],
    replace: wrapHandler('addParties', (shipped, call) => {
      const [parties = []] = Object.values(call.body.mileStonesParties);
      return shipped({ ...call, body: { mileStonesParties: { unknown: parties } } });
    }),
  },
  {
    rule: 'PARTY-1a',
    does: 'takes a BROKER with the wrong flags',
    verdict: 'implied: differs',
    replace: ignoreViolationsOf('PARTY-1a'),
  },
  {
    rule: 'PARTY-2a',
    does: 'takes a CUSTOMER with the wrong flags',
    verdict: 'implied: differs',
    replace: ignoreViolationsOf('PARTY-2a'),
  },
  {
    rule: 'PARTY-4',
    does: 'does not compare the totals',
    replace: wrapHandler('addParties', (shipped, call) =>
      shipped({ ...call, body: { mileStonesParties: mapParties(call.body.mileStonesParties, balanced) } }),
    ),
  },
  {
    rule: 'PARTY-4',
    does: 'compares the totals as floating-point numbers',
    verdict: 'assumed: differs',
    replace: wrapHandler('addParties', (shipped, call) => {
      for (const parties of Object.values(call.body.mileStonesParties)) {
        if (sum(parties.filter(isCustomer)) === sum(parties.filter((party) => !isCustomer(party)))) continue;
        throw new Refusal('rule_violation', { rule: 'PARTY-4', message: 'The totals differ.' });
      }
      return shipped(call);
    }),
  },
  {
    rule: 'PARTY-4',
    does: 'compares the totals of all milestones together',
    replace: wrapHandler('addParties', (shipped, call) => {
      const lists = call.body.mileStonesParties;
      const all = Object.values(lists).flat();
      const isEqual = sum(all.filter(isCustomer)) === sum(all.filter((party) => !isCustomer(party)));
      return shipped(isEqual ? { ...call, body: { mileStonesParties: mapParties(lists, balanced) } } : call);
    }),
  },
  {
    rule: 'PARTY-4',
    does: 'takes totals that differ by a halala',
    replace: wrapHandler('addParties', (shipped, call) => {
      const isClose = (parties: Parties) => Math.abs(sum(balanced(parties)) - sum(parties)) < 0.015;
      const round = (parties: Parties) => (isClose(parties) ? balanced(parties) : parties);
      return shipped({ ...call, body: { mileStonesParties: mapParties(call.body.mileStonesParties, round) } });
    }),
  },
  {
    rule: 'STATE-1',
    does: 'lets a milestone start as WAITING_FOR_PAYMENT',
    replace: changeMilestones((milestone) => ({ ...milestone, status: 'WAITING_FOR_PAYMENT' })),
  },
  {
    rule: 'STATE-1',
    does: 'lets a parent start as SUBMITTED',
    replace: changeResult('createContract', (body) => ({ data: { ...body.data, status: 'SUBMITTED' } })),
  },
  {
    rule: 'STATE-2',
    does: 'leaves a milestone with parties CREATED until it is published',
    alsoBlamed: ['PAY-1'],
    replace: wrapHandler('addParties', async (shipped, call) => {
      const result = await shipped(call);
      await call.trx
        .updateTable('milestones')
        .set({ state: 'CREATED' })
        .where('tenantId', '=', call.tenant.id)
        .execute();
      return result;
    }),
  },
  {
    rule: 'ERR-1',
    does: 'answers a body of another media type with 500',
    verdict: 'assumed: differs',
    replace: changeAnswer('any', 415, () => ({ status: 500 })),
    answers500: true,
  },
  {
    rule: 'ERR-1',
    does: 'answers parties that it refuses with 500',
    verdict: 'assumed: differs',
    replace: changeAnswer('addParties', 400, () => ({ status: 500 })),
    answers500: true,
  },
];
