import { requestExample } from '../bundle-copy.ts';
import { type SchemaCase, without } from './schema-case.ts';

const parent = requestExample('createContract', 'parent');
const [milestone] = requestExample('addMilestones', 'oneMilestone')['milestones'] as [Record<string, unknown>];
const createdContract = { id: 'contract-1', type: 'COMPLEX_CONTRACT', senderRole: 'BROKER', status: 'CREATED' };
const createdMilestone = { id: 'milestone-1', itemPrice: 1000, fee: 40, feePercentage: 0.04, status: 'CREATED' };

export const contractCases: SchemaCase[] = [
  {
    rule: 'CONTRACT-1',
    schema: 'ParentContractRequest',
    accepted: { title: 'a parent without money is accepted', value: parent },
    refused: { title: 'a parent with a price is refused', value: { ...parent, itemPrice: 1 }, at: 'itemPrice' },
    named: 'CONTRACT-1c',
  },
  ...['type', 'senderRole', 'isParent', 'serviceTermsAccepted', 'currency', 'returnPolicy'].map((name) => ({
    rule: 'CONTRACT-1a',
    schema: 'ParentContractRequest',
    accepted: { title: `a parent with ${name} is accepted`, value: parent },
    refused: { title: `a parent without ${name} is refused`, value: without(parent, name), at: name },
  })),
  {
    rule: 'CONTRACT-1c',
    schema: 'ParentContractRequest',
    accepted: { title: 'accepted terms are accepted', value: { ...parent, serviceTermsAccepted: true } },
    refused: {
      title: 'terms that are not accepted are refused',
      value: { ...parent, serviceTermsAccepted: false },
      at: 'serviceTermsAccepted',
    },
  },
  {
    rule: 'CONTRACT-1b',
    schema: 'ParentContractRequest',
    accepted: {
      title: 'an item with title and description is accepted',
      value: { ...parent, itemDetail: { title: 'Item', description: 'An item' } },
    },
    refused: {
      title: 'an item without description is refused',
      value: { ...parent, itemDetail: { title: 'Item' } },
      at: 'itemDetail.description',
    },
  },
  {
    rule: 'CONTRACT-2',
    schema: 'CreatedContractResult',
    accepted: { title: 'a created parent under data is accepted', value: { data: createdContract } },
    refused: { title: 'a parent outside data is refused', value: createdContract, at: 'data' },
  },
  {
    rule: 'CONTRACT-3',
    schema: 'ParentContractRequest',
    accepted: {
      title: 'unknown values are accepted',
      value: { ...parent, returnPolicy: 'ANOTHER', returnFeePayee: 'ANOTHER', contractClassification: 'ANOTHER' },
    },
    refused: {
      title: 'a returnPolicy that is not a string is refused',
      value: { ...parent, returnPolicy: 1 },
      at: 'returnPolicy',
    },
    named: 'CONTRACT-1c',
  },
  {
    rule: 'MILESTONE-1',
    schema: 'AddMilestonesRequest',
    accepted: { title: 'a list of milestones is accepted', value: { milestones: [milestone, milestone] } },
    refused: { title: 'a milestone outside a list is refused', value: { milestones: milestone }, at: 'milestones' },
    named: 'MILESTONE-1c',
  },
  ...['type', 'senderRole', 'itemPrice', 'deadLine', 'currency', 'serviceTermsAccepted'].map((name) => ({
    rule: 'MILESTONE-1a',
    schema: 'MilestoneRequest',
    accepted: { title: `a milestone with ${name} is accepted`, value: milestone },
    refused: { title: `a milestone without ${name} is refused`, value: without(milestone, name), at: name },
  })),
  ...[
    { inUtc: '2030-01-01T00:00:00Z', deadLine: '2030-01-01T00:00:00+03:00' },
    { inUtc: '2030-01-01T00:00:00.000Z', deadLine: '2030-01-01' },
    { inUtc: '2030-12-31T23:59:59.999Z', deadLine: '2030-13-01T00:00:00Z' },
  ].map(({ inUtc, deadLine }) => ({
    rule: 'MILESTONE-1c',
    schema: 'MilestoneRequest',
    accepted: { title: `the deadline ${inUtc} is accepted`, value: { ...milestone, deadLine: inUtc } },
    refused: { title: `the deadline ${deadLine} is refused`, value: { ...milestone, deadLine }, at: 'deadLine' },
  })),
  {
    rule: 'MILESTONE-2',
    schema: 'AddedMilestonesResult',
    accepted: {
      title: 'a created milestone is accepted',
      value: { data: { parentContractId: 'contract-1', milestones: [createdMilestone] } },
    },
    refused: {
      title: 'a fee percentage as text is refused',
      value: { data: { parentContractId: 'contract-1', milestones: [{ ...createdMilestone, feePercentage: '4%' }] } },
      at: 'data.milestones[0].feePercentage',
    },
  },
  ...['paymentMethods', 'isDeliverable', 'isInspectable'].map((name) => ({
    rule: 'MILESTONE-3',
    schema: 'AddMilestonesRequest',
    accepted: { title: `a milestone without ${name} is accepted`, value: { milestones: [milestone] } },
    refused: {
      title: `a milestone with ${name} is refused`,
      value: { milestones: [milestone, { ...milestone, [name]: false }] },
      at: `milestones[1].${name}`,
    },
  })),
  {
    rule: 'STATE-5',
    schema: 'CreatedContract',
    accepted: { title: 'a parent that is CREATED is accepted', value: createdContract },
    refused: {
      title: 'a parent that is SUBMITTED is refused',
      value: { ...createdContract, status: 'SUBMITTED' },
      at: 'status',
    },
    named: 'CONTRACT-2',
  },
  {
    rule: 'STATE-5',
    schema: 'CreatedMilestone',
    accepted: { title: 'a milestone that is CREATED is accepted', value: createdMilestone },
    refused: {
      title: 'a milestone that is SUBMITTED is refused',
      value: { ...createdMilestone, status: 'SUBMITTED' },
      at: 'status',
    },
    named: 'MILESTONE-2',
  },
];
