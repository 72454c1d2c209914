import { isSuccess } from '../is-success.ts';
import type { KeptExchange } from '../kept-exchange.ts';
import { createMessageTally, type MessageTally } from './field-tallies.ts';
import { type AddedBody, type AddedOperation, type Finder, type Finding, showed } from './finding.ts';
import { assembleSchema } from './infer-schema.ts';
import { createSample } from './sample.ts';
import { createExampleSighting, createSighting, sight, sightExample } from './sighting.ts';

const mostOperations = 200;
const mostParameters = 200;
const mostStatuses = 20;
const mostHosts = 20;

/** Finds the calls that the document does not have, and that the service serves. */
export function createOperationFinder(): Finder {
  const seen = createSample(mostOperations, createTally);
  return {
    add: (exchange) => {
      const { kind, operation, method, path, status, response } = exchange;
      if (kind === 'event' || operation !== undefined || status === undefined || !response || isProbe(exchange)) return;
      const tally = seen.get({ method, path });
      if (!tally) return;
      sightExample(tally, exchange);
      tally.responses.get(status)?.add(response, exchange);
      if (isSuccess(status)) noteServed(tally, exchange);
    },
    // What is always refused may be no operation of the service at all.
    list: () => seen.entries().flatMap(([key, tally]) => (tally.served.count === 0 ? [] : toFinding(key, tally))),
  };
}

/** Clients, and `verify`, look so whether the service can be reached. */
const isProbe = ({ method, path }: KeptExchange): boolean => path === '/' && ['GET', 'HEAD'].includes(method);

type OperationTally = ReturnType<typeof createTally>;
type OperationKey = Pick<KeptExchange, 'method' | 'path'>;

const createTally = ({ method, path }: OperationKey) => {
  const operation = `${method} ${path}`;
  return {
    ...createExampleSighting(),
    served: createSighting(),
    hosts: createSample(mostHosts, () => true),
    kinds: createSample(mostHosts, () => true),
    sendsToken: false,
    query: createSample(mostParameters, () => true),
    request: createMessageTally({ operation, message: 'request' }),
    responses: createSample(mostStatuses, (status: number) =>
      createMessageTally({ operation, message: 'response', status }),
    ),
  };
};

function noteServed(tally: OperationTally, exchange: KeptExchange): void {
  const { host, sentToken, request } = exchange;
  sight(tally.served, exchange);
  tally.request.add(request, exchange);
  tally.sendsToken ||= sentToken !== undefined;
  if (host !== undefined) tally.hosts.get(host);
  if (sentToken?.kind !== undefined) tally.kinds.get(sentToken.kind);
  for (const { name, in: place } of request.parameters ?? []) if (place === 'query') tally.query.get(name);
}

function toFinding({ method, path }: OperationKey, tally: OperationTally): Finding {
  const { served, count, example, sendsToken, request, responses } = tally;
  const [host] = tally.hosts.keys();
  const [tokenKind] = tally.kinds.keys();
  const operation: AddedOperation = {
    method,
    path,
    host,
    tokenKind,
    sendsToken,
    request: bodyOf(request),
    query: tally.query.keys(),
    responses: responses.entries().map(([status, message]) => ({ status, body: bodyOf(message) })),
  };
  return {
    part: 'not in the document',
    subject: 'operation',
    operation: `${method} ${path}`,
    text: `The service serves ${method} ${path}${host === undefined ? '' : ` at the host ${host}`}.`,
    ...showed(served, count),
    example,
    learned: { kind: 'operation', operation },
  };
}

/** The body; undefined if there was none. */
function bodyOf(message: MessageTally): AddedBody | undefined {
  const [mediaType] = message.mediaTypes();
  const fields = message.fields();
  return mediaType === undefined ? undefined : { mediaType, schema: fields.length === 0 ? {} : assembleSchema(fields) };
}
