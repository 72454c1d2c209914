import { CommandLineError } from '@escrow-kit/shared/command-line';
import { withoutSlash } from '../deployment/build-request.ts';
import type { Deployment } from '../deployment/deployment.ts';
import type { SentRequest } from '../deployment/exchange.ts';
import { NoAnswerError } from '../deployment/no-answer-error.ts';
import { createSend, type Send } from '../deployment/send.ts';
import { createStateContext } from '../state-handlers/context.ts';
import { registerCustomer } from '../state-handlers/steps.ts';
import { nameHost } from './check-reach.ts';
import { toProbe } from './to-probe.ts';

/** Calls of every host. The service refuses each, because no record has the ids. */
const operationIds = [
  'createContract',
  'requestTicket',
  'getUser',
  'addMilestones',
  'addParties',
  'startPayment',
  'addBankAccount',
  'submitNationalId',
  'legacyAddIban',
];

/** How something answered: `page` is whatever is not the service's, `absent` says that there is nothing at the path. */
type Kind = 'page' | 'absent' | 'success' | 'service';

interface Impression {
  request: SentRequest;
  kind: Kind;
  /** What came. */
  text: string;
}

/**
 * Throws if all hosts answer like a server of files or a stub: every call with a page or as an unknown path, or every call with a
 * success, and no customer can be registered. Makes calls until one is refused, usually a single one. A service that does not
 * answer is not turned away. `url` is the value of `--url`.
 */
export async function checkService(
  deployment: Deployment,
  { url, send = createSend() }: { url?: string | undefined; send?: Send } = {},
): Promise<void> {
  const seen: Impression[] = [];
  for (const operationId of operationIds) {
    // A service may hide everything from strangers, so one of the callers is known.
    const token = operationId === 'createContract' ? deployment.credentials.clientAdminToken : undefined;
    const request = toProbe(deployment, operationId, token);
    if (!request) continue;
    const impression = await impressionOf(send(request, { operationId }));
    if (impression.kind === 'service') return;
    seen.push({ request, ...impression });
  }
  const kinds = new Set(seen.map(({ kind }) => kind));
  if (seen.length === 0 || (kinds.has('absent') && kinds.has('success'))) return;
  // A firewall of a service may refuse with pages, and let right calls pass.
  const customer = await registerCustomer(createStateContext(deployment, { send })).catch(() => undefined);
  if (customer) return;
  const hosts = [...new Set(Object.values(deployment.hosts))].flatMap((host) => {
    const first = seen.find(({ request }) => request.url.startsWith(withoutSlash(host)));
    if (!first) return [];
    const { method, url: target } = first.request;
    return [`${nameHost(host, { hosts: deployment.hosts, url })}: ${method} ${target}: ${first.text}`];
  });
  const { length } = seen;
  const does = kinds.has('success')
    ? `refuses none of ${length} calls that the service refuses`
    : `knows none of ${length} paths of the service`;
  throw new CommandLineError(
    `This is not the service, because it ${does}. ${hosts.join('; ')}. Check the address and its path.`,
  );
}

async function impressionOf(answering: ReturnType<Send>): Promise<Pick<Impression, 'kind' | 'text'>> {
  try {
    const { status } = await answering;
    const text = `status ${status}`;
    if (status >= 200 && status < 300) return { kind: 'success', text };
    return { kind: [404, 405, 501].includes(status) ? 'absent' : 'service', text };
  } catch (error) {
    const isPage = error instanceof NoAnswerError && error.kind === 'not-the-service';
    return { kind: isPage ? 'page' : 'service', text: (error as Error).message };
  }
}
