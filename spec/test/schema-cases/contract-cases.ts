import { requestExample } from '../document-parts.ts';
import { type SchemaCase, without } from './schema-case.ts';

const parent = requestExample('createContract', 'parent');
const [milestone] = requestExample('addMilestones', 'oneMilestone')['milestones'] as [Record<string, unknown>];
const createdContract = { id: 'contract-1', type: 'COMPLEX_CONTRACT', senderRole: 'BROKER', status: 'CREATED' };
const createdMilestone = { id: 'milestone-1', itemPrice: 1000, fee: 40, feePercentage: 0.04, status: 'CREATED' };

export const contractCases: SchemaCase[] = [
  {
    rule: 'CONTRACT-1',
    schema: 'ParentContractRequest',
    accepts: ['a parent without money is accepted', parent],
    refuses: ['a parent with a price is refused', { ...parent, itemPrice: 1 }],
    at: 'itemPrice',
    named: 'CONTRACT-1c',
  },
  ...['type', 'senderRole', 'isParent', 'serviceTermsAccepted', 'currency', 'returnPolicy'].map(
    (name): SchemaCase => ({
      rule: 'CONTRACT-1a',
      schema: 'ParentContractRequest',
      accepts: [`a parent with ${name} is accepted`, parent],
      refuses: [`a parent without ${name} is refused`, without(parent, name)],
      at: name,
    }),
  ),
  {
    rule: 'CONTRACT-1c',
    schema: 'ParentContractRequest',
    accepts: ['accepted terms are accepted', { ...parent, serviceTermsAccepted: true }],
    refuses: ['terms that are not accepted are refused', { ...parent, serviceTermsAccepted: false }],
    at: 'serviceTermsAccepted',
  },
  {
    rule: 'CONTRACT-1b',
    schema: 'ParentContractRequest',
    accepts: [
      'an item with title and description is accepted',
      { ...parent, itemDetail: { title: 'Item', description: 'An item' } },
    ],
    refuses: ['an item without description is refused', { ...parent, itemDetail: { title: 'Item' } }],
    at: 'itemDetail.description',
  },
  {
    rule: 'CONTRACT-2',
    schema: 'CreatedContractResult',
    accepts: ['a created parent under data is accepted', { data: createdContract }],
    refuses: ['a parent outside data is refused', createdContract],
    at: 'data',
  },
  {
    rule: 'CONTRACT-3',
    schema: 'ParentContractRequest',
    accepts: [
      'unknown values are accepted',
      { ...parent, returnPolicy: 'ANOTHER', returnFeePayee: 'ANOTHER', contractClassification: 'ANOTHER' },
    ],
    refuses: ['a returnPolicy that is not a string is refused', { ...parent, returnPolicy: 1 }],
    at: 'returnPolicy',
    named: 'CONTRACT-1c',
  },
  {
    rule: 'MILESTONE-1',
    schema: 'AddMilestonesRequest',
    accepts: ['a list of milestones is accepted', { milestones: [milestone, milestone] }],
    refuses: ['a milestone outside a list is refused', { milestones: milestone }],
    at: 'milestones',
    named: 'MILESTONE-1c',
  },
  ...['type', 'senderRole', 'itemPrice', 'deadLine', 'currency', 'serviceTermsAccepted'].map(
    (name): SchemaCase => ({
      rule: 'MILESTONE-1a',
      schema: 'MilestoneRequest',
      accepts: [`a milestone with ${name} is accepted`, milestone],
      refuses: [`a milestone without ${name} is refused`, without(milestone, name)],
      at: name,
    }),
  ),
  ...[
    { inUtc: '2030-01-01T00:00:00Z', deadLine: '2030-01-01T00:00:00+03:00' },
    { inUtc: '2030-01-01T00:00:00.000Z', deadLine: '2030-01-01' },
    { inUtc: '2030-12-31T23:59:59.999Z', deadLine: '2030-13-01T00:00:00Z' },
  ].map(
    ({ inUtc, deadLine }): SchemaCase => ({
      rule: 'MILESTONE-1c',
      schema: 'MilestoneRequest',
      accepts: [`the deadline ${inUtc} is accepted`, { ...milestone, deadLine: inUtc }],
      refuses: [`the deadline ${deadLine} is refused`, { ...milestone, deadLine }],
      at: 'deadLine',
    }),
  ),
  {
    rule: 'MILESTONE-2',
    schema: 'AddedMilestonesResult',
    accepts: [
      'a created milestone is accepted',
      { data: { parentContractId: 'contract-1', milestones: [createdMilestone] } },
    ],
    refuses: [
      'a fee percentage as text is refused',
      { data: { parentContractId: 'contract-1', milestones: [{ ...createdMilestone, feePercentage: '4%' }] } },
    ],
    at: 'data.milestones[0].feePercentage',
  },
  ...['paymentMethods', 'isDeliverable', 'isInspectable'].map(
    (name): SchemaCase => ({
      rule: 'MILESTONE-3',
      schema: 'AddMilestonesRequest',
      accepts: [`a milestone without ${name} is accepted`, { milestones: [milestone] }],
      refuses: [`a milestone with ${name} is refused`, { milestones: [milestone, { ...milestone, [name]: false }] }],
      at: `milestones[1].${name}`,
    }),
  ),
  {
    rule: 'STATE-5',
    schema: 'CreatedContract',
    accepts: ['a parent that is CREATED is accepted', createdContract],
    refuses: ['a parent that is SUBMITTED is refused', { ...createdContract, status: 'SUBMITTED' }],
    at: 'status',
    named: 'CONTRACT-2',
  },
  {
    rule: 'STATE-5',
    schema: 'CreatedMilestone',
    accepts: ['a milestone that is CREATED is accepted', createdMilestone],
    refuses: ['a milestone that is SUBMITTED is refused', { ...createdMilestone, status: 'SUBMITTED' }],
    at: 'status',
    named: 'MILESTONE-2',
  },
];
