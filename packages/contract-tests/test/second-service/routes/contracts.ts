import { accept, type Call, type Route, refuse, succeed } from '../call.ts';
import type { Milestone, Service } from '../service.ts';

const own = { kinds: ['clientAdmin'], forbidden: 'organization' } as const;
const forbiddenFields = ['paymentMethods', 'isDeliverable', 'isInspectable'];

interface Party {
  role: string;
  phoneNumber: string;
  amount: number;
  arbitrator?: boolean;
  isSender?: boolean;
}

/** Contract setup: rows 6 to 8. */
export const contractRoutes: Route[] = [
  {
    ...own,
    method: 'POST',
    path: /^\/api\/external\/contracts$/,
    answer: ({ service, body }) => {
      if (!service.variation.isLenient && !isParent(body)) return refuse(service, 'no parent');
      const id = service.nextId();
      service.contracts.add(id);
      return succeed(service, { data: { status: 'CREATED', id, senderRole: 'BROKER', type: 'COMPLEX_CONTRACT' } });
    },
  },
  {
    ...own,
    method: 'PATCH',
    path: /^\/api\/external\/contracts\/([^/]+)\/milestones$/,
    answer: (call) => {
      const { service, path, body } = call;
      const [contractId = ''] = path;
      const wanted: unknown = body?.milestones;
      if (!service.contracts.has(contractId) || !Array.isArray(wanted)) return refuse(service, 'no contract');
      if (!wanted.every((milestone) => isMilestone(service, milestone))) return refuse(service, 'no milestone');
      const milestones = wanted.map(({ itemPrice }) => addMilestone(service, contractId, Number(itemPrice)));
      const listed = service.variation.reversesMilestones ? milestones.reverse() : milestones;
      return succeed(service, { data: { milestones: listed, parentContractId: contractId } });
    },
  },
  {
    ...own,
    method: 'PATCH',
    path: /^\/api\/external\/contracts\/([^/]+)\/parties$/,
    answer: (call) => {
      const lists = findLists(call);
      if (lists === undefined) return refuse(call.service, 'no parties');
      for (const [milestone, parties] of lists) milestone.parties = parties;
      return accept(call.service);
    },
  },
];

const parent = {
  type: 'COMPLEX_CONTRACT',
  senderRole: 'BROKER',
  itemPrice: 0,
  isParent: true,
  serviceTermsAccepted: true,
};

// biome-ignore lint/suspicious/noExplicitAny: any JSON may come
const isParent = (body: any): boolean => Object.entries(parent).every(([field, value]) => body?.[field] === value);

// biome-ignore lint/suspicious/noExplicitAny: any JSON may come
function isMilestone({ variation }: Service, milestone: any): boolean {
  if (forbiddenFields.some((field) => Object.hasOwn(milestone ?? {}, field))) return false;
  const { itemPrice, deadLine } = milestone;
  if (!(Number(itemPrice) >= 10)) return false;
  if (!variation.takesDecimals && !Number.isInteger(Number(itemPrice))) return false;
  if (variation.limitsDeadLines && !isWithinYear(deadLine)) return false;
  if (variation.isLenient) return true;
  const { type, senderRole } = milestone;
  return (
    type === 'MILESTONE_CONTRACT' && senderRole === 'BROKER' && typeof itemPrice === 'number' && /T.*Z$/.test(deadLine)
  );
}

const yearInMs = 365 * 86_400_000;

function isWithinYear(deadLine: string): boolean {
  const ahead = Date.parse(deadLine) - Date.now();
  return ahead > 0 && ahead <= yearInMs;
}

function addMilestone(service: Service, contractId: string, itemPrice: number) {
  const { feePercentage } = service.variation;
  const milestone: Milestone = {
    id: service.nextId(),
    contractId,
    shortId: `S${service.milestones.size + 1}-${service.nextUserId()}`,
    parties: undefined,
  };
  service.milestones.set(milestone.id, milestone);
  const fee = Math.round(itemPrice * feePercentage * 100) / 100;
  return { status: 'CREATED', feePercentage, fee, itemPrice, id: milestone.id };
}

/** The parties of each milestone; undefined if one of them is invalid. */
function findLists({ service, path, body }: Call): [Milestone, Party[]][] | undefined {
  const lists: [Milestone, Party[]][] = [];
  for (const [id, parties] of Object.entries(body?.mileStonesParties ?? {})) {
    const milestone = service.milestones.get(id);
    if (!milestone || milestone.contractId !== path[0] || !Array.isArray(parties)) return undefined;
    if (!areParties(service, parties)) return undefined;
    lists.push([milestone, parties]);
  }
  return lists;
}

function areParties(service: Service, parties: Party[]): boolean {
  const { needsBroker, takesDecimals } = service.variation;
  const total = (...roles: string[]) =>
    parties.filter(({ role }) => roles.includes(role)).reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  if (needsBroker && !parties.some(({ role }) => role === 'BROKER')) return false;
  if (!takesDecimals && !parties.every(({ amount }) => Number.isInteger(amount))) return false;
  return parties.every((party) => isParty(service, party)) && total('CUSTOMER') === total('BROKER', 'PROVIDER');
}

function isParty({ people, variation }: Service, party: Party): boolean {
  const person = people.get(party.phoneNumber);
  if (!person) return false;
  if (variation.needsBankAccounts && !person.hasAccount) return false;
  if (variation.needsAddresses && !person.hasAddress) return false;
  const { isLenient } = variation;
  const { role, arbitrator = isLenient && role === 'BROKER', isSender = isLenient && role !== 'PROVIDER' } = party;
  if (role === 'BROKER') return arbitrator && isSender;
  if (role === 'CUSTOMER') return isSender && !arbitrator;
  return role === 'PROVIDER' ? !Object.hasOwn(party, 'isSender') : isLenient;
}
