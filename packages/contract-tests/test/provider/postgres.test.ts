import { startService } from '@escrow-kit/sandbox/testing';
import { isSoak } from '@escrow-kit/suite';
import { createDatabase } from '@escrow-kit/suite/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allInteractions, filterPacts, firstOfEachAnswer } from '../support/pacts.ts';
import { deploymentOf } from '../support/sandbox-deployment.ts';
import { byDescription, verificationLimitInMs, verifyByPact, wantedOutcome } from '../support/verify-by-pact.ts';

const firsts = new Set(firstOfEachAnswer(allInteractions));

/** All in `pnpm soak`; otherwise the first of each kind of answer of each operation, and the events. */
const pacts = filterPacts((interaction) => isSoak || !interaction.response || firsts.has(interaction));

let started: Awaited<ReturnType<typeof startService>>;
let verified: ReturnType<typeof byDescription>;

beforeAll(async () => {
  started = await startService({ validateResponses: true, databaseUrl: await createDatabase() });
  verified = byDescription(await verifyByPact(pacts, await deploymentOf(started.sandbox)));
}, verificationLimitInMs);

afterAll(() => started?.sandbox.close());

test.for(pacts.flatMap(({ interactions }) => interactions))('$description (on PostgreSQL)', (wanted) => {
  const { description } = wanted;
  expect(verified.get(description)).toMatchObject({ problems: [], outcome: wantedOutcome(wanted) });
});

test('no organization is left behind on PostgreSQL', async () => {
  const tenants = await started.service.db.selectFrom('tenants').select('id').execute();

  expect(tenants).toEqual([{ id: 'default' }]);
});
