import { startPrismMock } from '@escrow-kit/prism-mock';
import { isSoak } from '@escrow-kit/suite';
import { expect, onTestFinished, test } from 'vitest';
import { type Interaction, operationOf, ruleOf } from '../../src/pacts/pacts.ts';
import { allInteractions, filterPacts } from '../support/pacts.ts';
import { allHostsAt } from '../support/serve.ts';
import { valueExamples } from '../support/state-values.ts';
import { verificationLimitInMs, verifyByPact } from '../support/verify-by-pact.ts';

/** The rules whose answers depend on a state or on arithmetic, of which the mock has none. */
const needState = [
  ...['AUTH-5a', 'AUTH-6a', 'ID-2c', 'MILESTONE-2', 'MILESTONE-4a', 'PARTY-4a', 'PAY-4'],
  ...['TICKET-3', 'TICKET-4', 'UAPI-3b', 'UAPI-5', 'UAPI-6a'],
];

const stateless = allInteractions.filter((one) => one.response && !needState.includes(ruleOf(one)));

/** The first with each kind of answer of each operation. */
const firstOfEachAnswer = [
  ...Map.groupBy(stateless, (one) => `${operationOf(one)} ${Math.floor((one.response?.status ?? 0) / 100)}`).values(),
].map(([first]) => first);

/** Sends the examples of the pact, because the mock has no state that has other values. */
const withoutState = ({ request, ...interaction }: Interaction): Interaction => ({
  ...interaction,
  providerStates: [],
  ...(request && { request: { ...request, generators: {} } }),
});

/** In `pnpm soak` all that need no state. */
const wanted = new Set<Interaction | undefined>(isSoak ? stateless : firstOfEachAnswer);

test('the mock holds every rule that needs no state', { timeout: verificationLimitInMs }, async () => {
  const mock = await startPrismMock({ port: 0 });
  onTestFinished(() => mock.close());
  const pacts = filterPacts((interaction) => wanted.has(interaction)).map((pact) => ({
    ...pact,
    interactions: pact.interactions.map(withoutState),
  }));
  const credentials = { clientId: valueExamples.clientId };

  const { interactions } = await verifyByPact(pacts, { hosts: allHostsAt(mock.url), credentials });

  expect(interactions.filter(({ outcome }) => outcome !== 'held')).toEqual([]);
  expect(interactions.length).toBe(wanted.size);
});
