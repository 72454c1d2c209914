import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import type { Deployment } from '../../src/deployment/deployment.ts';
import { verifyDeployment } from '../../src/verify/verify-deployment.ts';
import { startSecondService, usual } from '../second-service/second-service.ts';
import { startDeployment } from '../support/sandbox-deployment.ts';
import { allHostsAt, serve } from '../support/serve.ts';
import { type Entry, observeEntries } from './traffic.ts';

// A verification makes hundreds of calls.
vi.setConfig({ testTimeout: 120_000 });

/** Everything that a verification sends and gets, as a browser would record it. */
async function recordVerification(deployment: Deployment): Promise<Entry[]> {
  const entries: Entry[] = [];
  const recorder = await serve(async (request, response) => {
    const { method = '', headers } = request;
    const url = `${deployment.hosts.contract}${request.url}`;
    const [sent, type] = [await text(request), headers['content-type'] ?? ''];
    const passed = { authorization: headers.authorization ?? '', 'content-type': type };
    const shown = Object.entries(passed).filter(([, value]) => value !== '');
    const answer = await fetch(url, { method, headers: shown as [string, string][], ...(sent && { body: sent }) });
    const [came, mimeType] = [await answer.text(), answer.headers.get('content-type') ?? ''];
    entries.push({
      request: {
        ...{ method, url, headers: shown.map(([name, value]) => ({ name, value })), bodySize: sent.length },
        ...(sent && { postData: { mimeType: type, text: sent } }),
      },
      response: { status: answer.status, content: { size: came.length, mimeType, ...(came && { text: came }) } },
    });
    response.writeHead(answer.status, { 'content-type': mimeType }).end(came);
  });
  await verifyDeployment({ ...deployment, hosts: allHostsAt(recorder) });
  return entries;
}

test('a sandbox contradicts nothing, and has no call that the document does not have', async () => {
  const { deployment } = await startDeployment();

  const { counts, contradictions, unknownCalls } = await observeEntries(await recordVerification(deployment));

  expect(counts.known).toBeGreaterThan(80);
  expect([contradictions, unknownCalls]).toEqual([[], []]);
});

test('another service contradicts nothing that is stated', async () => {
  const { deployment, close } = await startSecondService(usual);
  const entries = await recordVerification(deployment);
  await close();

  const { counts, contradictions } = await observeEntries(entries);

  expect(counts.known).toBeGreaterThan(80);
  expect(contradictions.filter(({ basis }) => basis === 'stated')).toEqual([]);
});
