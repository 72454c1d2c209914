import type { Exchange } from '../../src/deployment/exchange.ts';
import type { VerifiedInteraction } from '../../src/judge/verification.ts';
import { createReport } from '../../src/report/report.ts';

/** A deployment, and when it was verified. */
export const context = {
  deployment: { hosts: { contract: 'https://contract.example' }, credentials: {} },
  startedAt: new Date('2030-01-01T00:00:00Z'),
  endedAt: new Date('2030-01-01T00:00:01Z'),
};

/** A request with its answer. */
export const exchange: Exchange = {
  request: {
    method: 'POST',
    url: 'https://contract.example/api/external/contracts',
    headers: { authorization: 'Bearer [ESCROW_CLIENT_ADMIN_TOKEN]', 'content-type': 'application/json' },
    body: '{"itemPrice":0}',
  },
  answer: { status: 200, headers: { 'content-type': 'application/json', server: 'x' }, body: '{"data":{}}' },
};

/** A check that held, with changes. */
export function createCheck(description: string, changes: Partial<VerifiedInteraction> = {}): VerifiedInteraction {
  return {
    consumer: 'escrow-kit-client',
    description,
    rules: [description.split(' ')[0] ?? ''],
    operationId: 'createContract',
    basis: 'stated',
    isRefusal: false,
    outcome: 'held',
    problems: [],
    ...changes,
  };
}

/** How a check is that got no `data.id`. */
export const withoutId: Partial<VerifiedInteraction> = {
  outcome: 'broken',
  problems: [{ kind: 'answer', text: 'data.id: is missing', field: 'data.id', rule: 'CONTRACT-2' }],
  exchange,
};
const blocked: Partial<VerifiedInteraction> = {
  outcome: 'not checkable',
  reason: { kind: 'set-up', text: 'its state could not be set up: no data.id', operationId: 'createContract' },
};

/** A report in which one cause breaks CONTRACT-2 and hides other rules. */
export const report = createReport(
  {
    interactions: [
      createCheck('PARTY-3 a PROVIDER with isSender is refused', blocked),
      createCheck('PARTY-4 amounts balance', blocked),
      createCheck('CONTRACT-2 the result has an id', withoutId),
      createCheck('STATE-1 a parent starts CREATED', { ...withoutId, rules: ['STATE-1', 'CONTRACT-2'] }),
      createCheck('BANK-2 an iban is taken', { operationId: 'addBankAccount' }),
    ],
  },
  { ...context, selection: { operations: ['*'] } },
);
