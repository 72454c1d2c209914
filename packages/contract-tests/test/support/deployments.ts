import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Sandbox } from '@escrow-kit/sandbox';
import { type RuleImplementations, shippedRules, startService } from '@escrow-kit/sandbox/testing';
import { findOperation } from '@escrow-kit/spec';
import { onTestFinished } from 'vitest';
import type { Deployment } from '../../src/deployment/deployment.ts';
import { startLocalServer } from '../../src/deployment/local-server.ts';
import { credentialsOf } from '../../src/states/context.ts';
import type { Entry } from './traffic.ts';

/** The address of a server that ends with the test. */
export async function serve(listener: RequestListener): Promise<string> {
  const { url, close } = await startLocalServer(listener);
  onTestFinished(close);
  return url;
}

/** One address for every host of a deployment. */
export const allHostsAt = (url: string) => ({ contract: url, auth: url, identity: url, users: url, legacy: url });

/** More than a run needs, so that only one state meets the limit of the Users API. */
const usersApiRequestsPerMinute = 100_000;

/** A sandbox as a deployment in which everything can be checked. */
export async function deploymentOf({ url, credentials, control }: Sandbox): Promise<Deployment> {
  await control.changeSettings({ usersApiRequestsPerMinute });
  return { hosts: allHostsAt(url), control: { url }, credentials: credentialsOf({ credentials }) };
}

/** Starts a sandbox until the test ends, perhaps with other implementations of rules. */
export async function startDeployment(
  replace: (shipped: RuleImplementations) => Partial<RuleImplementations> = () => ({}),
): Promise<Awaited<ReturnType<typeof startService>> & { deployment: Deployment }> {
  const rules = { ...shippedRules, ...replace(shippedRules) };
  const started = await startService({ validateResponses: true }, { rules });
  onTestFinished(() => started.sandbox.close());
  return { ...started, deployment: await deploymentOf(started.sandbox) };
}

/** A host in front of a service. */
interface Host {
  /** An address with a path. */
  url: string;
  /** The hosts that the document names for the received operations. */
  seen: ReadonlySet<string>;
  /** Every call and its answer, as a browser would record it. */
  entries: Entry[];
}

/** An answer that a host passes on. */
interface HostAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Answers in place of the service. Without a result the service answers; with `none` nobody does. */
type Replace = (operationId: string | undefined) => HostAnswer | 'none' | 'break off' | undefined;

/** Changes an answer of the service to an operation. */
type Change = (answer: HostAnswer, operationId: string | undefined) => HostAnswer;

/** Starts a host until the test ends. It forwards requests below its path, and records them. */
export async function startHost(
  target: string,
  replace: Replace = () => undefined,
  change: Change = (answer) => answer,
): Promise<Host> {
  const entries: Entry[] = [];
  const seen = new Set<string>();
  const origin = await serve(async (request, response) => {
    const path = (request.url ?? '').replace(/^\/base/, '');
    const { method = '', headers } = request;
    const operation = findOperation(method, path.split('?')[0] ?? '')?.operation;
    if (operation) seen.add(operation.host);
    const replaced = replace(operation?.id);
    if (replaced === 'none') return;
    if (replaced === 'break off') return void response.destroy();
    const [sent, type] = [await text(request), headers['content-type'] ?? ''];
    const passed = { authorization: headers.authorization ?? '', 'content-type': type };
    const shown = Object.entries(passed).filter(([, value]) => value !== '');
    const url = `${target}${path}`;
    const init = { method, headers: shown, ...(sent !== '' && { body: sent }) };
    const answer = replaced ?? change(await readAnswer(url, init), operation?.id);
    entries.push({
      request: {
        method,
        url,
        headers: shown.map(([name = '', value = '']) => ({ name, value })),
        bodySize: sent.length,
        ...(sent !== '' && { postData: { mimeType: type, text: sent } }),
      },
      response: { status: answer.status, content: { size: answer.body.length, text: answer.body } },
    });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  return { url: `${origin}/base/`, seen, entries };
}

async function readAnswer(
  url: string,
  { headers, ...init }: { headers: string[][] } & RequestInit,
): Promise<HostAnswer> {
  const answered = await fetch(url, { ...init, headers: headers as [string, string][] });
  const type = answered.headers.get('content-type');
  return { status: answered.status, headers: type ? { 'content-type': type } : {}, body: await answered.text() };
}
