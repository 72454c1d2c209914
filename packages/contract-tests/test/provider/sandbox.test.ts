import { startService } from '@escrow-kit/sandbox/testing';
import { createDatabase } from '@escrow-kit/suite/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listPactFiles } from '../../src/pact-files.ts';
import { readPact } from '../../src/verify/pact-document.ts';
import { startPactProcess } from '../../src/verify/start-pact-process.ts';
import type { VerifiedInteraction } from '../../src/verify/verification.ts';
import { verify } from '../../src/verify/verify.ts';
import { deploymentOf } from '../support/sandbox-deployment.ts';

const pacts = listPactFiles().map(readPact);
const interactions = pacts.flatMap((pact) => pact.interactions);

describe.for(['SQLite', 'PostgreSQL'] as const)('on %s', (store) => {
  let verified: Map<string, VerifiedInteraction>;
  let started: Awaited<ReturnType<typeof startService>>;

  beforeAll(async () => {
    const storage = store === 'PostgreSQL' ? { databaseUrl: await createDatabase() } : {};
    started = await startService({ validateResponses: true, ...storage });
    const pactProcess = startPactProcess();
    const found = await verify({ pacts, pactProcess, deployment: await deploymentOf(started.sandbox) });
    await pactProcess.close();
    verified = new Map(found.interactions.map((interaction) => [interaction.description, interaction]));
  });

  afterAll(() => started?.sandbox.close());

  test.for(interactions)('$description', ({ description }) => {
    const found = verified.get(description);

    expect(found).toMatchObject({ problems: [], outcome: 'held' });
  });

  test('no organization is left behind', async () => {
    const tenants = await started.service.db.selectFrom('tenants').select('id').execute();

    expect(tenants).toEqual([{ id: 'default' }]);
  });
});
