import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startPactProcess } from '../../src/verify/start-pact-process.ts';
import { allPacts } from '../support/filter-pacts.ts';

test("Pact's process ends if it loses its server, and does not stay forever", async ({ onTestFinished }) => {
  const folder = mkdtempSync(join(tmpdir(), 'contract-tests-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const pactFile = join(folder, 'pact.json');
  const [pact] = allPacts;
  const state = 'an organization';
  const interaction = pact?.interactions.find(({ providerStates = [] }) => providerStates[0]?.name === state);
  writeFileSync(pactFile, JSON.stringify({ ...pact, interactions: [interaction] }));
  const server = createServer((request, response) => {
    if (request.url === '/_state') response.end('{}');
    else request.socket.destroy();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  const pactProcess = startPactProcess();
  onTestFinished(() => pactProcess.close());

  const run = pactProcess.run({
    pactFile,
    provider: pact?.provider.name ?? '',
    providerUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stateNames: [state],
    messageNames: [],
    limitInMs: 30_000,
  });

  await expect(run).rejects.toThrow("Pact's process ended before the verification did.");
});
