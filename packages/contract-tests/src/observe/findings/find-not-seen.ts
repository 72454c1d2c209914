import type { Response } from '@escrow-kit/spec';
import type { Finding } from './finding.ts';
import { fieldOf, knownStatusesOf, type OperationPlace, type SchemaPlaces } from './schema-places.ts';

/** What was seen, as far as it matters for what was not. */
export interface Seen {
  hasAnswer(operation: string, status?: number | 'success'): boolean;
  /** Whether a finding is about a field of a message, or of what is in it. */
  hasFinding(operation: string, message: 'request' | 'response', pointer: string): boolean;
  hasEvents(operation: string, status?: string): boolean;
}

/** Lists what the document leaves open and nothing was seen of, each with the call that would show it. */
export function findNotSeen(places: SchemaPlaces, seen: Seen): Finding[] {
  return [...places.operations.values()].flatMap((operation) =>
    operation.isWebhook ? findEvents(operation, places, seen) : findCalls(operation, places, seen),
  );
}

const unseen = { part: 'not seen', count: 0, outOf: 0, certainty: 'seen' } as const;

function findCalls(operation: OperationPlace, places: SchemaPlaces, seen: Seen): Finding[] {
  const { id, method, path } = operation;
  if (!seen.hasAnswer(id))
    return [
      {
        ...unseen,
        subject: 'operation',
        operation: id,
        text: `${id} was not called.`,
        remedy: `Call ${id} (${method} ${path}).`,
      },
    ];
  return [
    ...Object.entries(operation.responses).flatMap(([status, response]) =>
      findAnswer(operation, { status, response }, seen),
    ),
    ...findOpenFields(operation, places, seen),
  ];
}

function findAnswer(
  { id }: OperationPlace,
  { status, response }: { status: string; response: Response },
  seen: Seen,
): Finding[] {
  const isSuccess = status.startsWith('2');
  if (status === 'default' || response['x-not-shown'] === undefined) return [];
  if (seen.hasAnswer(id, isSuccess ? 'success' : Number(status))) return [];
  const [example] = Object.values(response.content ?? {}).flatMap(({ examples = {} }) => Object.values(examples));
  const cause = example?.summary ?? response.description;
  return [
    {
      ...unseen,
      subject: isSuccess ? 'status' : 'refusal',
      operation: id,
      message: 'response',
      status: Number(status),
      text: isSuccess
        ? `${id} was not seen to succeed.`
        : `${id} was not seen to answer ${status} (${lower(response.description).replace(/\.$/, '')}).`,
      remedy: isSuccess
        ? 'Call it with a valid request.'
        : `Call it in this case: ${lower(cause)}${cause.endsWith('.') ? '' : '.'}`,
    },
  ];
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** The fields of a request about which something is open. */
function findOpenFields(operation: OperationPlace, places: SchemaPlaces, seen: Seen): Finding[] {
  return openFieldsOf(operation, places).flatMap(({ pointer, text, name }) => {
    if (seen.hasFinding(operation.id, 'request', pointer)) return [];
    return [
      {
        ...unseen,
        subject: 'field',
        operation: operation.id,
        message: 'request',
        pointer,
        text: `Still open about ${name} of ${operation.id}: ${lower(text)}`,
        remedy: `Call ${operation.id} ${variationOf(text, name)}`,
      },
    ];
  });
}

/** The call that would answer an open question, by the words in which `x-not-shown` puts it. */
function variationOf(text: string, name: string): string {
  if (/left out|are required/i.test(text))
    return `without one field of ${name} at a time, and see which call is refused.`;
  if (/how many/i.test(text)) return `with more and more entries in ${name}, and see when it is refused.`;
  return `with other values of ${name}, and see which are refused.`;
}

interface OpenField {
  pointer: string;
  name: string;
  text: string;
}

function openFieldsOf({ id, parameters }: OperationPlace, places: SchemaPlaces): OpenField[] {
  const inBody = places.list({ operation: id, message: 'request' }).flatMap(({ pointer, schema }) => {
    const text = schema['x-not-shown'];
    return text === undefined ? [] : [{ pointer, name: fieldOf(pointer), text }];
  });
  return [
    // Alternatives may leave the same open.
    ...new Map(inBody.map((field) => [`${field.pointer} ${field.text}`, field])).values(),
    ...parameters.flatMap(({ name, schema, in: place }) => {
      const text = schema['x-not-shown'];
      return text !== undefined && place === 'query' ? [{ pointer: `?${name}`, name, text }] : [];
    }),
  ];
}

function findEvents({ id }: OperationPlace, places: SchemaPlaces, seen: Seen): Finding[] {
  const remedy =
    'Let the operator of the service set the address of --webhooks-from for events, and let a milestone be paid and released.';
  const head = { ...unseen, subject: 'event', operation: id, remedy } as const;
  if (!seen.hasEvents(id)) return [{ ...head, text: 'No event was seen.' }];
  return knownStatusesOf(id, places).flatMap((status) =>
    seen.hasEvents(id, status)
      ? []
      : [{ ...head, eventStatus: status, text: `No event with the status ${status} was seen.` }],
  );
}
