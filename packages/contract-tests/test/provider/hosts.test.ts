import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSandbox } from '@escrow-kit/sandbox';
import type { HostName } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { listPactFiles } from '../../src/pact-files.ts';
import { readPact } from '../../src/verify/pact-document.ts';
import { findOperation } from '../../src/verify/service-operations.ts';
import { startPactProcess } from '../../src/verify/start-pact-process.ts';
import { resultOf } from '../../src/verify/verification.ts';
import { verify } from '../../src/verify/verify.ts';
import { deploymentOf } from '../support/sandbox-deployment.ts';

/** Passes on what comes below its path, and notes which operations came. */
async function startHost(target: string, seen: Set<string>): Promise<{ url: string; server: Server }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = (request.url ?? '').replace(/^\/base/, '');
    const method = request.method ?? '';
    seen.add(findOperation(method, path.split('?')[0] ?? '')?.host ?? 'none');
    const { authorization, 'content-type': type } = request.headers;
    const answered = await fetch(`${target}${path}`, {
      method,
      headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const contentType = answered.headers.get('content-type');
    response.writeHead(answered.status, contentType ? { 'content-type': contentType } : {});
    response.end(await answered.text());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`, server };
}

test('each operation goes to the host that the document names, below the path of its address', async ({
  onTestFinished,
}) => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const names: HostName[] = ['contract', 'auth', 'identity', 'users', 'legacy'];
  const seen = Object.fromEntries(names.map((name) => [name, new Set<string>()]));
  const hosts: Partial<Record<HostName, string>> = {};
  for (const name of names) {
    const { url, server } = await startHost(sandbox.url, seen[name] ?? new Set());
    hosts[name] = url;
    onTestFinished(() => void server.close());
  }
  const pactProcess = startPactProcess();
  onTestFinished(() => pactProcess.close());

  const deployment = { ...(await deploymentOf(sandbox)), hosts };
  const verification = await verify({ pacts: listPactFiles().map(readPact), pactProcess, deployment });

  expect(resultOf(verification)).toBe('held');
  expect(seen).toEqual(Object.fromEntries(names.map((name) => [name, new Set([name])])));
});
