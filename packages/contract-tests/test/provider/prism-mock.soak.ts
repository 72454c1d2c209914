import { startPrismMock } from '@escrow-kit/prism-mock';
import { expect, onTestFinished, test } from 'vitest';
import { type Interaction, ruleOf } from '../../src/pacts/pacts.ts';
import { verify } from '../../src/verify/verify.ts';
import { allHostsAt } from '../support/deployments.ts';
import { filterPacts } from '../support/pacts.ts';

/** The rules whose answers depend on a state, on arithmetic or on a value of the request: the mock has examples alone. */
const needState = [
  ...['AUTH-5a', 'AUTH-6a', 'ID-2c', 'MILESTONE-2', 'MILESTONE-4a', 'PARTY-4a', 'PAY-4'],
  ...['TICKET-3', 'TICKET-4', 'UAPI-3b', 'UAPI-4', 'UAPI-5', 'UAPI-6a'],
];

/** Sends the examples of the pact, because the mock has no state that has other values. */
const withoutState = ({ request, ...interaction }: Interaction): Interaction => ({
  ...interaction,
  providerStates: [],
  ...(request && { request: { ...request, generators: {} } }),
});

test('the mock holds every rule that needs no state', async () => {
  const mock = await startPrismMock({ port: 0 });
  onTestFinished(() => mock.close());
  const pacts = filterPacts((one) => one.response !== undefined && !needState.includes(ruleOf(one))).map((pact) => ({
    ...pact,
    interactions: pact.interactions.map(withoutState),
  }));

  const { interactions } = await verify({
    pacts,
    deployment: { hosts: allHostsAt(mock.url), credentials: { clientId: 'sandbox-client' } },
  });

  expect(interactions.filter(({ outcome }) => outcome !== 'held')).toEqual([]);
  expect(interactions.length).toBeGreaterThan(100);
});
