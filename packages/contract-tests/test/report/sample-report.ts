import type { Exchange } from '../../src/deployment/exchange.ts';
import type { Problem, VerifiedInteraction } from '../../src/judge/verification.ts';
import { createReport } from '../../src/report/report.ts';

/** A deployment, and when it was verified. */
export const context = {
  deployment: { hosts: { contract: 'https://contract.example' }, credentials: {} },
  startedAt: new Date('2030-01-01T00:00:00Z'),
  endedAt: new Date('2030-01-01T00:00:01Z'),
};

/** A request with its answer. */
const exchange: Exchange = {
  request: {
    method: 'POST',
    url: 'https://contract.example/api/external/contracts',
    headers: { authorization: 'Bearer [ESCROW_CLIENT_ADMIN_TOKEN]', 'content-type': 'application/json' },
    body: '{"itemPrice":0}',
  },
  answer: { status: 200, headers: { 'content-type': 'application/json', server: 'x' }, body: '{"data":{}}' },
};

/** The same with another status. */
export const answered = (status: number) => ({
  exchange: { ...exchange, answer: { status, headers: {}, body: '{}' } },
});

/** A check that held, with changes. */
export function createCheck(description: string, changes: Partial<VerifiedInteraction> = {}): VerifiedInteraction {
  return {
    consumer: 'escrow-kit-client',
    description,
    rule: description.split(' ')[0] ?? '',
    operationId: 'createContract',
    basis: 'stated',
    isRefusal: false,
    outcome: 'held',
    problems: [],
    ...changes,
  };
}

/** A check that breaks its own rule, with changes. */
export const createFailure = (description: string, changes: Partial<VerifiedInteraction> = {}): VerifiedInteraction => {
  const check = createCheck(description);
  return { ...check, outcome: 'broken', problems: [withoutId], blamed: check.rule, exchange, ...changes };
};

/** A problem of a body without `data.id`. */
const withoutId: Problem = { kind: 'value', field: 'data.id', text: 'data.id: is missing' };

/** A problem of a status. */
export const wrongStatus = (actual: number, expected: string): Problem => ({
  kind: 'status',
  actual,
  expected,
  text: `the status is ${actual} instead of ${expected}`,
});

const blocked: Partial<VerifiedInteraction> = {
  outcome: 'not checkable',
  reason: { kind: 'set-up', text: 'set-up failed: no data.id', operationId: 'createContract' },
};

/** A report in which one cause breaks CONTRACT-2 and hides other rules. */
export const report = createReport(
  {
    interactions: [
      createCheck('PARTY-3 a PROVIDER with isSender is refused', blocked),
      createCheck('PARTY-4 amounts balance', blocked),
      createFailure('CONTRACT-2 the result has an id'),
      createFailure('CONTRACT-2 the result of another contract has an id'),
      createCheck('BANK-2 an iban is taken', { operationId: 'addBankAccount' }),
    ],
  },
  { ...context, selection: { operations: ['*'] } },
);
