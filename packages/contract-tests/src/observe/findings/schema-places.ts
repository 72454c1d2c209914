import {
  type DocumentedOperation,
  listOperations,
  listWebhookRequests,
  type OpenApiDocument,
  type Response,
  resolveReference,
  responseFor,
  type Schema,
} from '@escrow-kit/spec';
import { isSuccess } from '../is-success.ts';
import { type PointerStep, readStep, segmentsOf } from '../pointer.ts';

/** A schema, and where it is in the document. */
export interface SchemaPlace {
  schema: Schema;
  /** The keys that lead to it from the root of the document. A reference is followed to what it refers to. */
  path: readonly string[];
}

/** Which message of which operation. An answer has a status. */
export interface MessageKey {
  operation: string;
  message: 'request' | 'response';
  status?: number | undefined;
  /** Of an event, the status that it reports, which chooses among alternatives. */
  eventStatus?: string | undefined;
}

/** Where the document describes the fields of messages. */
export interface SchemaPlaces {
  /** The operations, then the webhooks, by id. */
  operations: ReadonlyMap<string, OperationPlace>;
  /** The schemas of a field, one for each alternative that has it. Empty if the document does not have the field. */
  at(key: MessageKey, pointer: string): SchemaPlace[];
  /** The same, after those of the fields around it. */
  trace(key: MessageKey, pointer: string): SchemaPlace[][];
  /** Every field that the document has, once for each alternative, the outer ones first. */
  list(key: MessageKey): ListedField[];
  /** Whether a schema describes fields of more than one message. */
  isShared(place: SchemaPlace): boolean;
  /** What the document leaves open about an answer or a request, beside its schema. */
  notShown(key: MessageKey): string;
}

/** A field that the document has. */
interface ListedField extends SchemaPlace {
  pointer: string;
}

/** An operation, and the keys that lead to it. */
export interface OperationPlace extends DocumentedOperation {
  root: readonly string[];
  isWebhook: boolean;
}

/** Reads the places of a document. */
export function readSchemaPlaces(document: OpenApiDocument): SchemaPlaces {
  const place = (root: string, isWebhook: boolean) => (operation: DocumentedOperation) =>
    [operation.id, { ...operation, root: [root, operation.path, operation.method.toLowerCase()], isWebhook }] as const;
  const operations = new Map<string, OperationPlace>([
    ...listOperations(document).map(place('paths', false)),
    ...listWebhookRequests(document).map(place('x-webhooks', true)),
  ]);

  /** The schema without references, with those that it combines; of a discriminator's alternatives, all or the given one. */
  const follow = (start: SchemaPlace, alternative?: PointerStep['alternative']): SchemaPlace[] => {
    const { $ref = refOf(start.schema, alternative) } = start.schema;
    if ($ref !== undefined) {
      const schema = resolveReference($ref, document) as Schema;
      return follow({ schema, path: segmentsOf($ref) }, alternative);
    }
    const branches = (['anyOf', 'oneOf', 'allOf'] as const).flatMap((keyword) =>
      ((start.schema[keyword] as Schema[] | undefined) ?? []).flatMap((schema, index) =>
        follow({ schema, path: [...start.path, keyword, String(index)] }),
      ),
    );
    const isOnlyThose = branches.length > 0 && !start.schema.properties && !start.schema.discriminator;
    return isOnlyThose ? branches : [start, ...branches];
  };

  const step = ({ schema, path }: SchemaPlace, key: string): SchemaPlace[] => {
    const { name, alternative } = readStep(key);
    const own = schema.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (own) return follow({ schema: own, path: [...path, 'properties', name] }, alternative);
    if (name !== '*') return [];
    return (['items', 'additionalProperties'] as const).flatMap((keyword) => {
      const inner = schema[keyword];
      return inner ? follow({ schema: inner, path: [...path, keyword] }, alternative) : [];
    });
  };

  const rootOf = ({ operation: id, message, status }: MessageKey): SchemaPlace[] => {
    const operation = operations.get(id);
    if (!operation) return [];
    if (message === 'request') {
      const { body, mediaType = '' } = operation;
      return body
        ? follow({ schema: body.schema, path: [...operation.root, 'requestBody', 'content', mediaType, 'schema'] })
        : [];
    }
    const found = responseOf(operation, status ?? 0);
    const [[mediaType, content] = []] = Object.entries(found?.response.content ?? {});
    if (!found || !content || mediaType === undefined) return [];
    return follow({
      schema: content.schema,
      path: [...operation.root, 'responses', found.key, 'content', mediaType, 'schema'],
    });
  };

  const listFrom = (place: SchemaPlace, pointer: string): ListedField[] => {
    const names = Object.keys(place.schema.properties ?? {});
    const hasEntries =
      place.schema.items !== undefined || Object.keys(place.schema.additionalProperties ?? {}).length > 0;
    const inner = [...names, ...(hasEntries ? ['*'] : [])].flatMap((name) =>
      step(place, name).flatMap((one) => listFrom(one, `${pointer}/${name}`)),
    );
    return [{ pointer, ...place }, ...inner];
  };

  const traced = new Map<string, SchemaPlace[][]>();
  const trace = (key: MessageKey, pointer: string): SchemaPlace[][] => {
    const name = JSON.stringify([key, pointer]);
    const found = traced.get(name) ?? traceAll(key, pointer);
    if (traced.size < mostPlaces) traced.set(name, found);
    return found;
  };
  const at = (key: MessageKey, pointer: string): SchemaPlace[] => trace(key, pointer).at(-1) ?? [];

  const traceAll = (key: MessageKey, pointer: string): SchemaPlace[][] => {
    let places = rootOf(key);
    const steps = [places];
    for (const segment of segmentsOf(pointer)) {
      places = places.flatMap((one) => step(one, segment));
      steps.push(places);
    }
    const { eventStatus } = key;
    if (eventStatus === undefined) return steps;
    const statuses = at({ ...key, eventStatus: undefined }, '/status');
    return steps.map((own) => own.filter(({ path }) => !isOfOtherStatus(path, eventStatus, statuses)));
  };

  const list = (key: MessageKey): ListedField[] => rootOf(key).flatMap((place) => listFrom(place, ''));
  /** How many messages each schema describes a field of, by its path. */
  let uses: Map<string, number> | undefined;
  const countUses = (): Map<string, number> => {
    const used = [...operations.values()]
      .flatMap(messagesOf)
      .flatMap((key) => [...new Set(list(key).map(({ path }) => path.join('\n')))]);
    return new Map([...Map.groupBy(used, (path) => path)].map(([path, { length }]) => [path, length]));
  };

  return {
    operations,
    at,
    trace,
    list,
    isShared: ({ path }) => {
      uses ??= countUses();
      return (uses.get(path.join('\n')) ?? 0) > 1;
    },
    notShown: ({ operation: id, message, status }) => {
      const operation = operations.get(id);
      const part =
        message === 'request'
          ? operation?.definition.requestBody
          : operation && responseOf(operation, status ?? 0)?.response;
      return [operation?.definition['x-not-shown'], part?.['x-not-shown']].filter(Boolean).join(' ');
    },
  };
}

/** The schema that a discriminator chooses. */
const refOf = ({ discriminator }: Schema, alternative: PointerStep['alternative']): string | undefined =>
  alternative &&
  discriminator?.propertyName === alternative.property &&
  Object.hasOwn(discriminator.mapping, alternative.value)
    ? discriminator.mapping[alternative.value]
    : undefined;

function messagesOf({ id, responses }: OperationPlace): MessageKey[] {
  const statuses = Object.keys(responses).map((status) => (status === 'default' ? otherRefusal : Number(status)));
  return [
    { operation: id, message: 'request' },
    ...statuses.map((status) => ({ operation: id, message: 'response', status }) as const),
  ];
}

/** A status of a refusal that no operation documents. */
const otherRefusal = 499;

/** Whether a schema belongs to an alternative of an event that reports another status. */
function isOfOtherStatus(path: readonly string[], status: string, statuses: readonly SchemaPlace[]): boolean {
  const own = statuses.find((place) => place.path.slice(0, -2).every((key, index) => key === path[index]));
  const { enum: values, not } = own?.schema ?? {};
  return (values !== undefined && !values.includes(status)) || (not?.enum?.includes(status) ?? false);
}

/** More than documents and services have; pointers of a hostile service are not kept for ever. */
const mostPlaces = 20_000;

/**
 * The documented answer for a status, with its key. A success whose status is not shown stands for every success that the document does
 * not list.
 */
export function responseOf(
  { responses }: Pick<DocumentedOperation, 'responses'>,
  status: number,
): { key: string; response: Response } | undefined {
  const exact = responseFor(responses, status);
  if (exact) return { key: responses[status] ? String(status) : 'default', response: exact };
  const open = Object.entries(responses).find(
    ([key, response]) => key[0] === '2' && isSuccess(status) && isOpen(response, 'status'),
  );
  return open && { key: open[0], response: open[1] };
}

/** The words by which `x-not-shown` says what is open. */
const openWords = {
  status: /\bstatus/i,
  fields: /every field|other fields|full record|every shape|payload|\bbody\b|how a malformed/i,
  type: /\b(type|string or a number)\b/i,
};

/** Whether `x-not-shown` of a part of the document leaves something open. */
export function isOpen(part: { 'x-not-shown'?: string } | string | undefined, what: keyof typeof openWords): boolean {
  const text = typeof part === 'string' ? part : (part?.['x-not-shown'] ?? '');
  return openWords[what].test(text);
}

/** The statuses that the document has for the events of a webhook. */
export function knownStatusesOf(operation: string, places: SchemaPlaces): string[] {
  const schemas = places.at({ operation, message: 'request' }, '/status');
  return schemas.flatMap(({ schema }) => [...(schema.enum ?? []), ...(schema['x-known-values'] ?? [])].map(String));
}
