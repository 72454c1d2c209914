import { isSuccess } from '../is-success.ts';
import { formatOf } from '../judge/shape.ts';
import type { KeptExchange, KeptField, KeptMessage, KeptValue } from '../kept-exchange.ts';
import { nameOf, parentOf } from '../pointer.ts';
import { createSample } from './sample.ts';
import type { MessageKey, SchemaPlaces } from './schema-places.ts';
import { createSighting, type Evidence, increase, type Sighting, sight, type Tally } from './sighting.ts';

/** What was seen of a field in all messages of a kind. */
export interface FieldTally extends Sighting {
  /** The messages that have it, which may be fewer than its count: a list has many entries. */
  messages: Sighting;
  isDocumented: boolean;
  types: Tally;
  /** The forms of its texts; `` for a text of no known form. */
  formats: Tally;
  /** How many numbers are whole. */
  integers: number;
  /** Its values with their counts, if they are few. Undefined if they are shapes or too many. */
  values(): { value: unknown; count: number; messages: Sighting }[] | undefined;
}

/** What was seen of the messages of a kind. */
export interface MessageTally extends Sighting {
  key: MessageKey;
  /** Those that count as evidence: without the retries of a call, or further attempts of an event. */
  evidence: Sighting;
  /** How many have each kind of body. */
  bodies: Tally;
  mediaTypes(): string[];
  fields(): [pointer: string, tally: FieldTally][];
  field(pointer: string): FieldTally | undefined;
}

/** Keeps what was seen of the fields of messages: by operation, of answers by status, of events by their own status. */
export interface FieldTallies {
  add(exchange: KeptExchange): void;
  messages(): MessageTally[];
}

const mostKinds = 2000;
const mostFields = 300;

/** More are not an enumeration. */
export const mostValues = 24;

/** Creates empty tallies. */
export function createFieldTallies(places: SchemaPlaces): FieldTallies {
  const kinds = createSample(mostKinds, createMessageTally);
  return {
    add: (exchange) => {
      const { kind, operation, status, request, response } = exchange;
      if (operation === undefined) return;
      const isWebhook = places.operations.get(operation)?.isWebhook ?? kind === 'event';
      if (isWebhook)
        return kinds
          .get({ operation, message: 'request', eventStatus: eventStatusOf(request) })
          ?.add(request, exchange);
      if (status === undefined || !response) return;
      // What is refused shows nothing of what the service takes.
      if (isSuccess(status)) kinds.get({ operation, message: 'request' })?.add(request, exchange);
      kinds.get({ operation, message: 'response', status })?.add(response, exchange);
    },
    messages: () => kinds.entries().map(([, kind]) => kind),
  };
}

/** The status that an event reports; empty if it is not kept. */
export function eventStatusOf({ fields }: KeptMessage): string {
  const value = fields.find(({ pointer }) => pointer === '/status')?.value;
  return value && 'value' in value && typeof value.value === 'string' ? value.value : '';
}

/** Creates an empty tally of the messages of a kind. */
export function createMessageTally(key: MessageKey) {
  const fields = createSample(mostFields, createFieldTally);
  const mediaTypes = createSample(mostValues, () => true);
  const tally = {
    ...createSighting(),
    key,
    evidence: createSighting(),
    bodies: {} as Tally,
    mediaTypes: mediaTypes.keys,
    fields: (): [string, FieldTally][] => fields.entries(),
    field: (pointer: string): FieldTally | undefined => fields.find(pointer),
    add: (message: KeptMessage, evidence: Evidence): void => {
      sight(tally, { at: evidence.at });
      sight(tally.evidence, evidence);
      increase(tally.bodies, message.body);
      if (message.body !== 'none' && message.mediaType !== undefined) mediaTypes.get(message.mediaType);
      // No object, and so no overlay, can have a field of this name.
      for (const field of message.fields)
        if (!field.pointer.includes('/__proto__')) fields.get(field.pointer)?.add(field, evidence, tally.count);
    },
  };
  return tally;
}

function createFieldTally() {
  const values = createSample(mostValues, (value: unknown) => ({
    value,
    count: 0,
    messages: createSighting(),
    last: 0,
  }));
  let kept = 0;
  let last = 0;
  const tally = {
    ...createSighting(),
    messages: createSighting(),
    isDocumented: false,
    types: {} as Tally,
    formats: {} as Tally,
    integers: 0,
    values: () => (kept < tally.count || values.isPartial() ? undefined : values.entries().map(([, entry]) => entry)),
    /** `serial` numbers the messages. */
    add: ({ isDocumented, value, count }: KeptField, message: Evidence, serial: number): void => {
      sight(tally, { at: message.at }, count);
      if (serial !== last) sight(tally.messages, message);
      last = serial;
      tally.isDocumented ||= isDocumented;
      increase(tally.types, value.type, count);
      if (isWhole(value)) tally.integers += count;
      if (value.type === 'string') increase(tally.formats, formOf(value), count);
      if (!('value' in value)) return;
      kept += count;
      const entry = values.get(value.value);
      if (!entry) return;
      entry.count += count;
      if (serial !== entry.last) sight(entry.messages, message);
      entry.last = serial;
    },
  };
  return tally;
}

function isWhole(value: KeptValue): boolean {
  return 'value' in value ? Number.isInteger(value.value) : value.isInteger === true;
}

/** The form of a text, whether it is kept or not; empty if it has none. */
function formOf(value: KeptValue): string {
  return ('value' in value ? formatOf(String(value.value)) : value.format) ?? '';
}

/** Whether a field is in every object that could have it: undefined for what is not a property. */
export function isAlwaysThere(message: MessageTally, pointer: string): boolean | undefined {
  if (nameOf(pointer) === '*') return undefined;
  const own = message.field(pointer)?.count ?? 0;
  return own >= countOfParent(message, pointer);
}

/** How many objects could have a field. */
export function countOfParent(message: MessageTally, pointer: string): number {
  const parent = message.field(parentOf(pointer));
  return parent ? (parent.types['object'] ?? 0) : (message.bodies['json'] ?? 0) + (message.bodies['form'] ?? 0);
}
