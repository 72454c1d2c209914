import type { Response } from '@escrow-kit/spec';
import { isSuccess } from '../is-success.ts';
import { fieldOf, withoutAlternatives } from '../pointer.ts';
import type { MessageTally } from './field-tallies.ts';
import type { Finding } from './finding.ts';
import { knownStatusesOf, type OperationPlace, type SchemaPlaces } from './schema-places.ts';

/** What was seen: messages, and what was found in them. */
interface Seen {
  places: SchemaPlaces;
  messages: readonly MessageTally[];
  findings: readonly Finding[];
}

/** Lists what the document leaves open and nothing was seen of, each with the call that would show it. */
export function findNotSeen(seen: Seen): Finding[] {
  return [...seen.places.operations.values()].flatMap((operation): Finding[] => {
    const { id } = operation;
    const keys = seen.messages.flatMap(({ key }) => (key.operation === id ? [key] : []));
    const head = { part: 'not seen', operation: id, count: 0, outOf: 0, certainty: 'seen' } as const;
    if (operation.isWebhook) {
      const statuses = keys.flatMap(({ eventStatus = '' }) => (eventStatus === '' ? [] : [eventStatus]));
      return findEvents(id, statuses, seen).map((one) => ({ ...head, subject: 'event', ...one }));
    }
    const statuses = keys.flatMap(({ status }) => status ?? []);
    return findCalls(operation, statuses, seen).map((one) => ({ ...head, ...one }));
  });
}

/** A finding without what all of them say. */
type NotSeen = Pick<Finding, 'subject' | 'message' | 'status' | 'pointer' | 'text' | 'remedy'>;

function findCalls(operation: OperationPlace, statuses: readonly number[], seen: Seen): NotSeen[] {
  const { id, method, path } = operation;
  if (statuses.length === 0)
    return [{ subject: 'operation', text: `${id} was not called.`, remedy: `Call ${id} (${method} ${path}).` }];
  return [
    ...Object.entries(operation.responses).flatMap(([status, response]) => findAnswer(id, status, response, statuses)),
    ...findOpenFields(operation, seen),
  ];
}

function findAnswer(id: string, key: string, response: Response, statuses: readonly number[]): NotSeen[] {
  if (key === 'default' || response['x-not-shown'] === undefined) return [];
  const status = Number(key);
  const head = { message: 'response', status } as const;
  if (isSuccess(status)) {
    if (statuses.some(isSuccess)) return [];
    const text = `${id} was not seen to succeed.`;
    return [{ ...head, subject: 'status', text, remedy: 'Call it with a valid request.' }];
  }
  if (statuses.includes(status)) return [];
  const [example] = Object.values(response.content ?? {}).flatMap(({ examples = {} }) => Object.values(examples));
  const cause = example?.summary ?? response.description;
  const text = `${id} was not seen to answer ${key} (${lower(response.description).replace(/\.$/, '')}).`;
  const remedy = `Call it in this case: ${lower(cause)}${cause.endsWith('.') ? '' : '.'}`;
  return [{ ...head, subject: 'refusal', text, remedy }];
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** The fields of a request about which something is open. */
function findOpenFields(operation: OperationPlace, { places, findings }: Seen): NotSeen[] {
  const { id } = operation;
  /** Whether a finding is about a field, or about what is in it. */
  const isSeen = (pointer: string): boolean =>
    findings.some(
      (one) =>
        one.operation === id &&
        one.message === 'request' &&
        one.pointer !== undefined &&
        withoutAlternatives(one.pointer).startsWith(pointer),
    );
  return openFieldsOf(operation, places)
    .filter(({ pointer }) => !isSeen(pointer))
    .map(({ pointer, name, open }) => ({
      subject: 'field',
      message: 'request',
      pointer,
      text: `Still open about ${name} of ${id}: ${lower(open)}`,
      remedy: `Call ${id} ${variationOf(open, name)}`,
    }));
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
  open: string;
}

function openFieldsOf({ id, parameters }: OperationPlace, places: SchemaPlaces): OpenField[] {
  const inBody = places.list({ operation: id, message: 'request' }).flatMap(({ pointer, schema }) => {
    const open = schema['x-not-shown'];
    return open === undefined ? [] : [{ pointer, name: fieldOf(pointer), open }];
  });
  return [
    // Alternatives may leave the same open.
    ...new Map(inBody.map((field) => [`${field.pointer} ${field.open}`, field])).values(),
    ...parameters.flatMap(({ name, schema, in: place }) => {
      const open = schema['x-not-shown'];
      return open !== undefined && place === 'query' ? [{ pointer: `?${name}`, name, open }] : [];
    }),
  ];
}

function findEvents(
  id: string,
  seen: readonly string[],
  { places }: Seen,
): Pick<Finding, 'eventStatus' | 'text' | 'remedy'>[] {
  const remedy =
    'Let the operator of the service set the address of --webhooks-from for events, and let a milestone be paid and released.';
  if (seen.length === 0) return [{ text: 'No event was seen.', remedy }];
  return knownStatusesOf(id, places)
    .filter((status) => !seen.includes(status))
    .map((status) => ({ eventStatus: status, text: `No event with the status ${status} was seen.`, remedy }));
}
