import { getOperation } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { findObstacle } from '../../src/pacts/find-obstacle.ts';
import type { PactRequest } from '../../src/pacts/pact-document.ts';

const valid = {
  currency: 'SAR',
  iban: `SA${'0'.repeat(22)}`,
  beneficiaryName: 'Sara Seller',
  nationalId: '1000000001',
};
const wrong = { ...valid, iban: 'SA1' };

const requestOf = (content: object): PactRequest => ({
  method: 'POST',
  path: '/api/users/external/1001/banks',
  body: { content, contentType: 'application/json' },
});

test.for<[what: string, sent: object, followed: object, obstacle: string | undefined]>([
  ['that breaks the same rule shows it', wrong, wrong, undefined],
  ['that breaks no rule before and after shows what is not in the document', valid, valid, undefined],
  ['that is allowed shows nothing', wrong, valid, 'an overlay allows the request that is refused without it'],
  [
    'that is refused for something else too shows nothing',
    wrong,
    { ...wrong, currency: undefined },
    'under an overlay the request is refused for another reason: body currency is missing',
  ],
  [
    'that was valid and is refused shows nothing',
    valid,
    wrong,
    expect.stringMatching(/^under an overlay the request is refused for another reason: body iban must match pattern/),
  ],
])('BANK-2 a request %s', ([, sent, followed, obstacle]) => {
  const operation = getOperation('addBankAccount');

  expect(findObstacle(requestOf(sent), { followed: requestOf(followed), operation })).toEqual(obstacle);
});
