import { expect } from 'vitest';
import { interaction, refusal, sampleWith } from './interaction/interaction.ts';
import { filledText } from './interaction/matchers.ts';
import { parent } from './interaction/sample-bodies.ts';

interaction('CONTRACT-1 a parent contract is created, with what the service fixes', 'createContract', {
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

interaction('CONTRACT-2 the result has id, type, senderRole and status under data', 'createContract', {
  blames: { status: 'CONTRACT-1' },
  answer: {
    data: { id: filledText('contract-example-1'), type: 'COMPLEX_CONTRACT', senderRole: 'BROKER' },
  },
  act: async ({ escrow }) => {
    const contract = await escrow.contracts.create(parent);

    expect(contract).toEqual({ id: 'contract-example-1', type: 'COMPLEX_CONTRACT', senderRole: 'BROKER' });
  },
});

interaction('STATE-1 a parent contract starts CREATED', 'createContract', {
  blames: { status: 'CONTRACT-1', answer: 'CONTRACT-2', '$.data.status': 'STATE-1' },
  answer: { data: { id: filledText('contract-example-1'), status: 'CREATED' } },
});

interaction('AUTH-3 a parent contract is created with the client admin token', 'createContract', {
  rules: ['AUTH-1'],
  blames: { status: 'CONTRACT-1', answer: 'CONTRACT-2' },
  answer: { data: {} },
});
