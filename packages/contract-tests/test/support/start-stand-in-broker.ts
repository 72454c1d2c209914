import { text } from 'node:stream/consumers';
import { startLocalServer } from '../../src/deployment/local-server.ts';
import { type PreparePactsOptions, preparePacts } from '../../src/pact-tools/prepare-pacts.ts';
import type { Pact } from '../../src/pacts/pact-document.ts';

/** The recorded result of a pact, as it was posted. */
interface RecordedResult {
  success: boolean;
  providerApplicationVersion: string;
}

/** A stand-in for a broker of pacts, by the API of Pact Broker 2.120. */
export interface StandInBroker {
  url: string;
  /** The pacts by the names of the consumers with their versions, such as `my-shop 1.4.0`. */
  published: Map<string, Pact>;
  /** By the same names. */
  results: Map<string, RecordedResult>;
  /** The deployed versions of the service. */
  deployed: Set<string>;
  close(): Promise<void>;
}

interface Call {
  broker: StandInBroker;
  path: readonly string[];
  query: URLSearchParams;
  body: string;
}

interface Answer {
  status: number;
  body?: object;
}

/** The calls of Pact's command and of ours, by method and path. */
const routes: Record<string, (call: Call) => Answer> = {
  'GET ': ({ broker }) => ({
    status: 200,
    body: links({
      'pb:publish-contracts': `${broker.url}/contracts/publish`,
      'pb:environments': `${broker.url}/environments`,
    }),
  }),
  'POST contracts': ({ broker, body }) => {
    const { contracts, pacticipantVersionNumber: version } = JSON.parse(body);
    for (const { consumerName, content } of contracts)
      broker.published.set(`${consumerName} ${version}`, JSON.parse(Buffer.from(content, 'base64').toString()));
    return { status: 200, body: links({ 'pb:contracts': [] }) };
  },
  'GET pacts': ({ broker, path }) => {
    const [, , , , consumer, , version] = path;
    const pact = broker.published.get(`${consumer} ${version}`);
    if (!pact) return { status: 404 };
    const addresses = {
      'pb:publish-verification-results': `${broker.url}/results/${consumer}/${version}`,
      'pb:provider': `${broker.url}/pacticipants/${pact.provider.name}`,
    };
    return { status: 200, body: { ...pact, ...links(addresses) } };
  },
  'POST results': ({ broker, path: [, consumer, version], body }) => {
    const result = JSON.parse(body);
    broker.results.set(`${consumer} ${version}`, result);
    return { status: 201, body: result };
  },
  'POST environments': ({ body }) => ({ status: 201, body: { uuid: 'environment-1', ...JSON.parse(body) } }),
  'PUT branches': ({ path: [, name] }) => ({ status: 201, body: { name } }),
  'GET pacticipants': ({ broker, path: [, , , version] }) => {
    if (version === undefined) {
      return {
        status: 200,
        body: links({ 'pb:branch-version': `${broker.url}/branches/{branch}/versions/{version}` }),
      };
    }
    const known = [...broker.results.values()].map(({ providerApplicationVersion }) => providerApplicationVersion);
    if (!known.includes(version ?? '')) return { status: 404 };
    const href = `${broker.url}/deployments/${version}`;
    return { status: 200, body: { _links: { 'pb:record-deployment': [{ name: 'production', href }] } } };
  },
  'POST deployments': ({ broker, path: [, version = ''] }) => {
    broker.deployed.add(version);
    return { status: 201, body: { uuid: 'deployment-1' } };
  },
  'GET matrix': ({ broker, query }) => {
    const result = broker.results.get(`${query.get('q[][pacticipant]')} ${query.get('q[][version]')}`);
    const deployable = result?.success === true && broker.deployed.has(result.providerApplicationVersion);
    return { status: 200, body: { summary: { deployable, reason: 'as recorded' }, notices: [], matrix: [] } };
  },
};

function links(addresses: Record<string, string | []>): object {
  const entries = Object.entries(addresses).map(([name, href]) => [
    name,
    typeof href === 'string' ? { href, templated: href.includes('{') } : href,
  ]);
  return { _links: Object.fromEntries(entries) };
}

/** Publishes pacts of the kit in it as version 1.0.0, those that have interactions. Returns them. */
export function publishPacts(broker: StandInBroker, options: PreparePactsOptions): Pact[] {
  const pacts = [...preparePacts(options).values()].filter(({ interactions }) => interactions.length > 0);
  for (const pact of pacts) broker.published.set(`${pact.consumer.name} 1.0.0`, pact);
  return pacts;
}

/** Starts it. It accepts one authorization. */
export async function startStandInBroker(authorization: string): Promise<StandInBroker> {
  const { url, close } = await startLocalServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', broker.url);
    const path = pathname.slice(1).split('/').map(decodeURIComponent);
    const route = routes[`${request.method} ${path[0]}`];
    const call = { broker, path, query: searchParams, body: await text(request) };
    const isKnown = request.headers.authorization === authorization;
    const { status, body } = isKnown ? (route?.(call) ?? { status: 404 }) : { status: 401 };
    response.writeHead(status, { 'content-type': 'application/hal+json' }).end(body && JSON.stringify(body));
  });
  const broker: StandInBroker = { url, published: new Map(), results: new Map(), deployed: new Set(), close };
  return broker;
}
