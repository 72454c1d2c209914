import { exampleBodyOf, getOperation } from '@escrow-kit/spec';
import { createValidator } from '@escrow-kit/spec/validate';
import { expect, test } from 'vitest';
import { createJudge } from '../../../src/observe/judge/create-judge.ts';
import { callOf } from '../support/exchange-of.ts';
import { overlayOf, times } from './propose.ts';
import { documentUnder } from './under-overlay.ts';

/** What is sent in place of a party. */
type Change = (party: Party) => Party | Party[];

interface Party {
  role: string;
  phoneNumber?: string | undefined;
  arbitrator?: boolean;
  isSender?: boolean;
  isReceiver?: boolean;
}

const {
  mileStonesParties: { 'milestone-example-1': example = [] },
} = exampleBodyOf(getOperation('addParties')) as { mileStonesParties: Record<string, Party[]> };

const bodyOf = (change: Change) => ({ mileStonesParties: { 'milestone-1': example.flatMap(change) } });

/** What is proposed of a service that took such parties, three times. */
function propose(change: Change): string {
  const call = callOf('addParties', { body: bodyOf(change) });
  return overlayOf(times(3, (day) => ({ ...call, startedAt: Date.UTC(2030, 0, day) })).map(createJudge()));
}

/** The document under the proposal, and whether it accepts such parties. */
async function applied(overlay: string) {
  const document = await documentUnder(overlay);
  const validate = createValidator('#/components/schemas/AddPartiesRequest', document);
  return { document, accepts: (change: Change): boolean => validate(bodyOf(change)).length === 0 };
}

const changed = (changes: Record<string, Partial<Party>>) => (party: Party) => ({ ...party, ...changes[party.role] });

test('PARTY-2 PARTY-3 what differs for a role is proposed for that role alone', async () => {
  const sellerSends = changed({ CUSTOMER: { isSender: false }, PROVIDER: { isSender: true } });

  const { document, accepts } = await applied(propose(sellerSends));

  expect(accepts(sellerSends)).toBe(true);
  expect(accepts(changed({}))).toBe(false);
  expect(accepts(changed({ CUSTOMER: { isSender: false } }))).toBe(false);
  expect(accepts(changed({ CUSTOMER: { isSender: false }, PROVIDER: { isSender: false } }))).toBe(false);
  expect(document.components.schemas['BrokerParty']?.properties?.['isSender']?.enum).toEqual([true]);
  expect(document['x-rules-off']).toEqual(['PARTY-3']);
});

test('PARTY-0c roles with other names are proposed for the alternatives whose fields they have', async () => {
  const renamed = changed({ CUSTOMER: { role: 'BUYER' }, PROVIDER: { role: 'SELLER' } });

  const overlay = propose(renamed);
  const { accepts } = await applied(overlay);

  expect(overlay).toContain('; it has the fields of CUSTOMER.');
  expect(accepts(renamed)).toBe(true);
  expect(accepts(changed({}))).toBe(false);
  expect(accepts(changed({ CUSTOMER: { role: 'SELLER' }, PROVIDER: { role: 'BUYER' } }))).toBe(false);
});

test.each<[what: string, party: Partial<Party>]>([
  ['misses fields', { phoneNumber: undefined }],
  ['has a field of no alternative', { isReceiver: true }],
  ['has the fields of two', { arbitrator: false }],
])('PARTY-0c a role that %s does not stand for the one alternative that is left', (_what, party) => {
  const overlay = propose(changed({ BROKER: { role: 'AUDITOR', ...party } }));

  expect(overlay).toContain('# If here BROKER is called AUDITOR, write so: in');
  expect(overlay).not.toContain('- target: $.components.schemas.Party');
});

test('PARTY-0c which roles have other names is left to a person if their fields do not tell', () => {
  const renamed = changed({
    CUSTOMER: { role: 'BUYER', isSender: false },
    PROVIDER: { role: 'SELLER', isSender: true },
  });

  const overlay = propose(renamed);

  expect(overlay).toContain(
    '# If here CUSTOMER, PROVIDER is called BUYER, SELLER, write so: in $.components.schemas.Party.discriminator.mapping',
  );
  expect(overlay).not.toContain('- target: $.components.schemas.Party');
});

test('PARTY-0c a further role stands for none', () => {
  const further = (party: Party) => (party.role === 'BROKER' ? [party, { ...party, role: 'AGENT' }] : [party]);

  expect(propose(further)).not.toContain('discriminator');
});

test('a role that may be a secret is in no pointer', () => {
  const overlay = propose(changed({ CUSTOMER: { role: 'canary 0123456789 +966500000009' } }));

  expect(overlay).not.toContain('canary');
});
