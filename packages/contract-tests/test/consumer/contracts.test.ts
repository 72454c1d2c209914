import { expect } from 'vitest';
import { given } from '../../src/consumer/given.ts';
import { filledText } from '../../src/consumer/matchers.ts';
import { parent } from '../../src/consumer/sample-bodies.ts';
import { interaction } from './interaction/interaction.ts';
import { refusal, sampleWith } from './interaction/refusal.ts';

interaction('CONTRACT-1 a parent contract is created, with what the service fixes', {
  operation: 'createContract',
  given: given('an organization'),
  status: 200,
  blames: { answer: 'CONTRACT-2' },
  answer: { data: { id: filledText('contract-example-1') } },
});

for (const [field, value] of [
  ['type', 'MILESTONE_CONTRACT'],
  ['senderRole', 'PROVIDER'],
  ['itemPrice', 1],
  ['serviceTermsAccepted', false],
  ['isParent', false],
] as const) {
  refusal(`CONTRACT-1 a parent contract with ${field} ${value} is refused`, 'createContract', {
    by: 'CONTRACT-1c',
    // Taking another value harms nobody.
    basis: 'assumed',
    body: sampleWith('createContract', { [field]: value }),
  });
}

interaction('CONTRACT-2 the result has id, type, senderRole and status under data', {
  operation: 'createContract',
  given: given('an organization'),
  status: 200,
  blames: { status: 'CONTRACT-1' },
  answer: {
    data: { id: filledText('contract-example-1'), type: 'COMPLEX_CONTRACT', senderRole: 'BROKER' },
  },
  act: async ({ escrow }) => {
    const contract = await escrow.contracts.create(parent);

    expect(contract).toEqual({ id: 'contract-example-1', type: 'COMPLEX_CONTRACT', senderRole: 'BROKER' });
  },
});

interaction('STATE-1 a parent contract starts CREATED', {
  operation: 'createContract',
  given: given('an organization'),
  status: 200,
  blames: { status: 'CONTRACT-1', answer: 'CONTRACT-2', '$.data.status': 'STATE-1' },
  answer: { data: { id: filledText('contract-example-1'), status: 'CREATED' } },
});

interaction('AUTH-3 a parent contract is created with the client admin token', {
  operation: 'createContract',
  given: given('an organization'),
  rules: ['AUTH-1'],
  status: 200,
  blames: { status: 'CONTRACT-1', answer: 'CONTRACT-2' },
  answer: { data: {} },
});
