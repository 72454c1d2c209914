import { text } from 'node:stream/consumers';
import { isSoak } from '@escrow-kit/suite';
import { expect, test } from 'vitest';
import type { Deployment } from '../../src/deployment/deployment.ts';
import type { Pact } from '../../src/pacts/pact-document.ts';
import { startSecondService } from '../second-service/start-second-service.ts';
import { variations } from '../second-service/variation.ts';
import { allInteractions, allPacts, filterPacts, firstOfEachAnswer } from '../support/pacts.ts';
import { startDeployment } from '../support/sandbox-deployment.ts';
import { allHostsAt, serve } from '../support/serve.ts';
import { verificationLimitInMs, verifyByPact } from '../support/verify-by-pact.ts';
import { type Entry, observeEntries } from './traffic.ts';

/** Everything that a verification sends and gets, as a browser would record it. */
async function recordVerification(deployment: Deployment, pacts: readonly Pact[]): Promise<Entry[]> {
  const entries: Entry[] = [];
  const service = deployment.hosts.contract;
  const recorder = await serve(async (request, response) => {
    const { method = '', url, headers } = request;
    const sent = await text(request);
    const answer = await fetch(`${service}${url}`, {
      method,
      headers: Object.entries(headers).filter(([name]) => !['host', 'connection', 'content-length'].includes(name)) as [
        string,
        string,
      ][],
      redirect: 'manual',
      ...(sent !== '' && { body: sent }),
    });
    const came = await answer.text();
    const mimeType = answer.headers.get('content-type') ?? '';
    entries.push({
      request: {
        method,
        url: `${service}${url}`,
        headers: Object.entries(headers).map(([name, value]) => ({ name, value: String(value) })),
        bodySize: sent.length,
        ...(sent !== '' && { postData: { mimeType: headers['content-type'] ?? '', text: sent } }),
      },
      response: {
        status: answer.status,
        headers: [],
        content: { size: came.length, mimeType, ...(came !== '' && { text: came }) },
      },
    });
    response.writeHead(answer.status, { 'content-type': mimeType }).end(came);
  });
  await verifyByPact(pacts, { ...deployment, hosts: allHostsAt(recorder) });
  return entries;
}

const firstOnes = firstOfEachAnswer(allInteractions);
const fewPacts = filterPacts((interaction) => firstOnes.includes(interaction));

test('a sandbox contradicts nothing, and has no call that the document does not have', async () => {
  const { deployment } = await startDeployment();

  const { known, contradictions, unknownCalls } = await observeEntries(await recordVerification(deployment, fewPacts));

  expect(known).toBeGreaterThan(80);
  expect([contradictions, unknownCalls]).toEqual([[], []]);
});

test.for(isSoak ? variations : variations.slice(0, 1))(
  'a service that %s contradicts nothing that is stated',
  { timeout: verificationLimitInMs },
  async ([, variation]) => {
    const { deployment, close } = await startSecondService(variation);
    const entries = await recordVerification(deployment, isSoak ? allPacts : fewPacts);
    await close();

    const { known, contradictions } = await observeEntries(entries);

    expect(known).toBeGreaterThan(80);
    expect(contradictions.filter(({ basis }) => basis === 'stated')).toEqual([]);
  },
);
