import { type PrismMock, startPrismMock } from '@escrow-kit/prism-mock';
import { isSoak } from '@escrow-kit/suite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allInteractions, filterPacts, firstOfEachAnswer } from '../support/pacts.ts';
import { allHostsAt } from '../support/serve.ts';
import { byDescription, verificationLimitInMs, verifyByPact, wantedOutcome } from '../support/verify-by-pact.ts';

/** The interactions whose answer depends on a state or on arithmetic, of which the mock has none. */
const needsState = [
  'AUTH-5 a milestone of a contract that belongs to another client is refused',
  'AUTH-5 parties of a milestone that belongs to another client are refused',
  'AUTH-5 payment by another client than the one of the token is refused',
  'AUTH-6 an unknown client id is refused',
  'AUTH-6 another client secret is refused',
  'ID-2 a wrong one-time password is not valid',
  'MILESTONE-2 two milestones are added by one call',
  'PARTY-4a a CUSTOMER of a halala less than the others get is refused',
  'PARTY-4a a CUSTOMER of a halala more than the others get is refused',
  'PARTY-4a a CUSTOMER who pays the PROVIDER, and nothing of what the BROKER gets, is refused',
  'PARTY-4a a CUSTOMER who pays too much on one milestone and too little on another is refused',
  'PAY-4 a milestone that does not exist is answered with a bare 500',
  'TICKET-3 a buyer who declined gets no ticket, with the error consent_rejected',
  'TICKET-4 a buyer who is not linked gets no ticket, with the error invalid_grant',
  'UAPI-3 a user whose name was changed has the new name',
  'UAPI-5 getUser of an unknown user is refused',
  'UAPI-5 updateUser of an unknown user is refused',
  'UAPI-6a a request beyond the rate limit is refused',
];

const stateless = allInteractions.filter(({ description, response }) => response && !needsState.includes(description));

/** All that need no state in `pnpm soak`; otherwise the first of each kind of answer of each operation. */
const wantedInteractions = isSoak ? stateless : firstOfEachAnswer(stateless);
const pacts = filterPacts((interaction) => wantedInteractions.includes(interaction));

let mock: PrismMock;
let verified: ReturnType<typeof byDescription>;

beforeAll(async () => {
  mock = await startPrismMock({ port: 0 });
  const hosts = allHostsAt(mock.url);
  verified = byDescription(await verifyByPact(pacts, { hosts, credentials: {}, isStateless: true }));
}, verificationLimitInMs);

afterAll(() => mock?.close());

test.for(wantedInteractions)('$description (on the mock)', (wanted) => {
  expect(verified.get(wanted.description)).toMatchObject({ problems: [], outcome: wantedOutcome(wanted) });
});
