import { expect, test } from 'vitest';
import { createValidator } from '../src/validate.ts';

const validateParties = createValidator('#/components/schemas/AddPartiesRequest');

test('every violation is listed with its path, rule and remedy', () => {
  const violations = validateParties({
    mileStonesParties: {
      first: [{ role: 'PROVIDER', phoneNumber: '+966500000002', amount: '950', isSender: false }, { role: 'BROKER' }],
    },
  });

  expect(violations.map(({ path, rule }) => `${path} ${rule}`).sort()).toEqual([
    'mileStonesParties.first[0].amount PARTY-0c',
    'mileStonesParties.first[0].isSender PARTY-3',
    'mileStonesParties.first[1].amount PARTY-0a',
    'mileStonesParties.first[1].arbitrator PARTY-1a',
    'mileStonesParties.first[1].isSender PARTY-1a',
    'mileStonesParties.first[1].phoneNumber PARTY-0a',
  ]);
  expect(violations.every(({ remedy }) => remedy !== undefined)).toBe(true);
});

test('a violation concerns only the schema that the role names', () => {
  const violations = validateParties({
    mileStonesParties: {
      first: [{ role: 'CUSTOMER', phoneNumber: '+966500000001', amount: 1, arbitrator: true, isSender: true }],
    },
  });

  expect(violations).toEqual([
    {
      path: 'mileStonesParties.first[0].arbitrator',
      pointer: '/mileStonesParties/first/0/arbitrator',
      keyword: 'enum',
      rule: 'PARTY-2a',
      basis: 'implied',
      remedy: 'Set arbitrator to false, a customer is never the arbitrator.',
      message: 'must be false',
    },
  ]);
});

test.for(['100%', '%41', 'a/b~c', '~1', 'مرحلة ١'])('the path contains the key %j unchanged', (key) => {
  const violations = validateParties({
    mileStonesParties: { [key]: [{ role: 'PROVIDER', phoneNumber: '+966500000002', amount: 950, isSender: false }] },
  });

  expect(violations).toMatchObject([{ path: `mileStonesParties.${key}[0].isSender`, rule: 'PARTY-3' }]);
});

test('a violation never contains the value', () => {
  const validate = createValidator('#/components/schemas/TicketRequest');
  const marker = 'must-stay-secret';

  const violations = validate({ grant_type: marker, client_id: [marker], client_secret: [marker], scope: marker });

  expect(violations).toHaveLength(5);
  expect(JSON.stringify(violations)).not.toContain(marker);
});

test("a caller's schema may refer to the document", () => {
  const validate = createValidator({ type: 'array', items: { $ref: '#/components/schemas/Address' } });

  expect(validate([{ addressLabel: 'HOME' }])).toMatchObject([{ path: '[0].countryCode', rule: 'ADDR-1' }]);
});

test('a pointer to nothing is an error', () => {
  expect(() => createValidator('#/components/schemas/NoSuchSchema')).toThrow('NoSuchSchema');
});

test('at most a hundred violations are listed, without repeats', () => {
  const milestones = Array.from({ length: 1000 }, () => ({}));
  const validate = createValidator('#/components/schemas/AddMilestonesRequest');

  const violations = validate({ milestones });

  expect(violations).toHaveLength(100);
  expect(violations.slice(0, 9)).toEqual(validate({ milestones: [{}] }));
  expect(new Set(violations.map(({ path }) => path)).size).toBe(100);
});
