import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PactProcessEndedError, startPactProcess } from '../../src/verify/start-pact-process.ts';
import { verify } from '../../src/verify/verify.ts';
import { allPacts, filterPacts } from '../support/pacts.ts';
import { serve } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test("Pact's process ends if it loses its server, and does not stay forever", async ({ onTestFinished }) => {
  const pactFile = join(temporaryFolder(), 'pact.json');
  const [pact] = allPacts;
  const state = 'an organization';
  const interaction = pact?.interactions.find(({ providerStates = [] }) => providerStates[0]?.name === state);
  writeFileSync(pactFile, JSON.stringify({ ...pact, interactions: [interaction] }));
  const providerUrl = await serve((request, response) => {
    if (request.url === '/_state') response.end('{}');
    else request.socket.destroy();
  });
  const pactProcess = startPactProcess();
  onTestFinished(() => pactProcess.close());

  const job = {
    pactFile,
    provider: pact?.provider.name ?? '',
    providerUrl,
    stateNames: [state],
    messageNames: [],
    limitInMs: 30_000,
  };

  await expect(pactProcess.run(job)).rejects.toThrow(PactProcessEndedError);
  // Another process runs the next job.
  await expect(pactProcess.run(job)).rejects.toThrow(PactProcessEndedError);
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
