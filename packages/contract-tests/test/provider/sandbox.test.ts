import { createDatabase, startPostgres } from '@escrow-kit/postgres';
import { startService } from '@escrow-kit/sandbox/testing';
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
  let stopPostgres: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    const postgres = store === 'PostgreSQL' ? await startPostgres() : undefined;
    stopPostgres = postgres?.stop;
    const databaseUrl = postgres && (await createDatabase(postgres.url));
    started = await startService({ validateResponses: true, ...(databaseUrl !== undefined && { databaseUrl }) });
    const pactProcess = startPactProcess();
    const found = await verify({ pacts, pactProcess, deployment: await deploymentOf(started.sandbox) });
    await pactProcess.close();
    verified = new Map(found.interactions.map((interaction) => [interaction.description, interaction]));
  });

  afterAll(async () => {
    await started?.sandbox.close();
    await stopPostgres?.();
  });

  test.for(interactions)('$description', ({ description }) => {
    const found = verified.get(description);

    expect(found).toMatchObject({ problems: [], outcome: 'held' });
  });

  test('no organization is left behind', async () => {
    const tenants = await started.service.db.selectFrom('tenants').select('id').execute();

    expect(tenants).toEqual([{ id: 'default' }]);
  });
});
