import type { KeptExchange, KeptMessage } from '../kept-exchange.ts';
import { createFieldTally, namedFields } from './field-tallies.ts';
import { type AddedOperation, certaintyOf, type Finding } from './finding.ts';
import { assembleSchema } from './infer-schema.ts';
import { createSample, type Sample } from './sample.ts';
import { isSuccess } from './schema-places.ts';
import {
  createExampleSighting,
  createSighting,
  type Evidence,
  increase,
  type Sighting,
  sight,
  sightExample,
  sightIn,
  type Tally,
} from './sighting.ts';

/** Keeps the calls that the document does not have. */
export interface OperationTallies {
  add(exchange: KeptExchange): void;
  list(): Finding[];
}

const mostOperations = 200;
const mostFields = 200;
const mostStatuses = 20;

type Fields = Sample<ReturnType<typeof createFieldTally>>;

/** Creates empty tallies. */
export function createOperationTallies(): OperationTallies {
  const seen = createSample(mostOperations, createTally);
  return {
    add: (exchange) => {
      const { kind, operation, method, path, status, response } = exchange;
      if (kind === 'event' || operation !== undefined || status === undefined || !response) return;
      if (isProbe(exchange)) return;
      const tally = seen.get(`${method} ${path}`);
      if (!tally) return;
      sightExample(tally, exchange);
      const message = tally.responses.get(String(status));
      if (message) note(message, response, exchange);
      if (isSuccess(status)) noteServed(tally, exchange);
    },
    list: () =>
      seen
        .entries()
        .flatMap(([key, { served, count, example, hosts, kinds, withToken, query, request, responses }]): Finding[] => {
          // What is always refused may be no operation of the service at all.
          if (served.count === 0) return [];
          const [method = '', path = ''] = key.split(' ');
          const [host] = Object.keys(hosts).sort();
          const [tokenKind] = Object.keys(kinds).sort();
          const operation: AddedOperation = {
            method,
            path,
            ...(host !== undefined && { host }),
            ...(tokenKind !== undefined && { tokenKind }),
            sendsToken: withToken.count > 0,
            ...bodyOf(request, 'request'),
            query: query.entries().map(([name]) => name),
            responses: responses
              .entries()
              .map(([status, message]) => ({ status: Number(status), ...bodyOf(message, 'schema') })),
          };
          return [
            {
              part: 'not in the document',
              subject: 'operation',
              operation: key,
              text: `The service serves ${key}${host === undefined ? '' : ` at the host ${host}`}.`,
              ...served,
              outOf: count,
              certainty: certaintyOf(served.count),
              ...(example && { example }),
              learned: { kind: 'operation', operation },
            },
          ];
        }),
  };
}

/** Clients, and `verify`, look so whether the service can be reached. */
const isProbe = ({ method, path }: KeptExchange): boolean => path === '/' && ['GET', 'HEAD'].includes(method);

type OperationTally = ReturnType<typeof createTally>;

const createTally = () => ({
  ...createExampleSighting(),
  served: createSighting(),
  hosts: {} as Tally,
  kinds: {} as Tally,
  withToken: createSighting(),
  query: createSample(mostFields, createSighting),
  request: createMessage(),
  responses: createSample(mostStatuses, createMessage),
});

function noteServed(tally: OperationTally, exchange: KeptExchange): void {
  const { host, sentToken, request } = exchange;
  sight(tally.served, exchange);
  if (host !== undefined) increase(tally.hosts, host);
  if (sentToken) sight(tally.withToken, exchange);
  if (sentToken?.kind !== undefined) increase(tally.kinds, sentToken.kind);
  note(tally.request, request, exchange);
  for (const { name, in: place } of request.parameters ?? [])
    if (place === 'query') sightIn(tally.query, name, exchange);
}

interface SeenMessage extends Sighting {
  fields: Fields;
  mediaTypes: Sample<Sighting>;
}

const createMessage = (): SeenMessage => ({
  ...createSighting(),
  fields: createSample(mostFields, createFieldTally),
  mediaTypes: createSample(mostStatuses, createSighting),
});

function note(seen: SeenMessage, message: KeptMessage, evidence: Evidence): void {
  sight(seen, { at: evidence.at });
  for (const field of namedFields(message)) seen.fields.get(field.pointer)?.add(field, evidence, seen.count);
  if (message.body !== 'none' && message.mediaType !== undefined) sightIn(seen.mediaTypes, message.mediaType, evidence);
}

/** The schema of a body, with its media type; empty if there was none. */
function bodyOf({ fields, mediaTypes }: SeenMessage, name: 'request' | 'schema') {
  const entries = fields.entries();
  const [mediaType] = mediaTypes.entries().map(([type]) => type);
  if (mediaType === undefined) return {};
  const schema = entries.length === 0 ? {} : assembleSchema(entries);
  return { [name]: schema, ...(name === 'request' ? { requestMediaType: mediaType } : { mediaType }) };
}
