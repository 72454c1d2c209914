import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PactProcessEndedError, startPactProcess } from '../../src/verify/start-pact-process.ts';
import { verify } from '../../src/verify/verify.ts';
import { allPacts, filterPacts } from '../support/pacts.ts';
import { serve } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test("Pact's process ends at once, even during a check, and the next check starts another one", async ({
  onTestFinished,
}) => {
  const pactFile = join(temporaryFolder(), 'pact.json');
  const [pact] = allPacts;
  writeFileSync(pactFile, JSON.stringify({ ...pact, interactions: pact?.interactions.slice(0, 1) }));
  const pactProcess = startPactProcess();
  onTestFinished(() => pactProcess.close());
  let asked = 0;
  const providerUrl = await serve((_, response) => {
    asked += 1;
    if (asked === 1) void pactProcess.close();
    else response.end('{}');
  });

  await expect(pactProcess.run({ pactFile, providerUrl })).rejects.toThrow(PactProcessEndedError);
  await expect(pactProcess.run({ pactFile, providerUrl })).resolves.toMatchObject({ result: 'OK' });
});

describe("if Pact's process ends during a check", () => {
  const refusal = 'ADDR-1 an address without countryCode is refused';
  const pacts = filterPacts(({ description }) => description === refusal);
  // Pact would send the request; nothing here does.
  const deployment = { hosts: { auth: 'http://service.example' }, credentials: {}, isStateless: true };
  const end = () => Promise.reject(new PactProcessEndedError());

  test('the check is made again in another one', async () => {
    const runAlone = async () => ({ description: '', result: 'OK' as const });
    const pactProcess = { run: end, runAlone, close: async () => {} };

    const { interactions } = await verify({ pacts, deployment, pactProcess });

    expect(interactions).toMatchObject([{ outcome: 'held' }]);
  });

  test('twice, it is not checkable', async () => {
    const pactProcess = { run: end, runAlone: end, close: async () => {} };

    const { interactions } = await verify({ pacts, deployment, pactProcess });

    const reason = { kind: 'pact', text: "Pact's verifier ended unexpectedly, twice" };
    expect(interactions).toMatchObject([{ outcome: 'not checkable', reason }]);
  });
});
