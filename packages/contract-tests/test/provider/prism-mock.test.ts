import { type PrismMock, startPrismMock } from '@escrow-kit/prism-mock';
import { isSoak } from '@escrow-kit/suite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Interaction, Pact } from '../../src/pacts/pact-document.ts';
import { allPacts, filterPacts } from '../support/filter-pacts.ts';
import { firstOfEachAnswer } from '../support/first-of-each-answer.ts';
import { allHostsAt } from '../support/serve.ts';
import { byDescription, verificationLimitInMs, verifyByPact } from '../support/verify-by-pact.ts';
import { wantedOutcome } from '../support/wanted-outcome.ts';
import { isStateless } from './stateless.ts';

const stateless = interactionsOf(filterPacts(isStateless));

/** All that need no state in `pnpm soak`; otherwise the first of each kind of answer of each operation. */
const wantedInteractions = new Set(isSoak ? stateless : firstOfEachAnswer(stateless));
const pacts = filterPacts((interaction) => wantedInteractions.has(interaction));

let mock: PrismMock;
let verified: ReturnType<typeof byDescription>;

beforeAll(async () => {
  mock = await startPrismMock({ port: 0 });
  const hosts = allHostsAt(mock.url);
  verified = byDescription(await verifyByPact(pacts, { hosts, credentials: {}, isStateless: true }));
}, verificationLimitInMs);

afterAll(() => mock?.close());

test('more than half of the interactions need no state', () => {
  expect(stateless.length).toBeGreaterThan(interactionsOf(allPacts).length / 2);
});

test.for(interactionsOf(pacts))('$description (on the mock)', (wanted) => {
  const found = verified.get(wanted.description);

  expect(found).toMatchObject({ problems: [], outcome: wantedOutcome(wanted) });
});

function interactionsOf(some: readonly Pact[]): Interaction[] {
  return some.flatMap(({ interactions }) => interactions);
}
