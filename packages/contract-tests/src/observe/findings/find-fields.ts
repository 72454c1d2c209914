import type { Schema } from '@escrow-kit/spec';
import { isSuccess } from '../is-success.ts';
import { fieldOf, nameOf } from '../pointer.ts';
import { countOfParent, type FieldTally, isAlwaysThere, type MessageTally } from './field-tallies.ts';
import { certaintyOf, type Finding, showed } from './finding.ts';
import { assembleSchema, describeType, formatOf, inferNewField, inferSchema, keywordsOf } from './infer-schema.ts';
import { isOpen, type SchemaPlace, type SchemaPlaces } from './schema-places.ts';

/** Finds what messages show of their fields: those that the document does not have, and what it leaves open about those it has. */
export function findFields(messages: readonly MessageTally[], places: SchemaPlaces): Finding[] {
  return messages.flatMap((message) => [
    ...findBody(message, places),
    ...message.fields().flatMap(([pointer, field]) => {
      if (pointer === '' || nameOf(pointer) === '*') return [];
      const found = places.trace(message.key, pointer);
      const isKnown = field.isDocumented || found.at(-1)?.length !== 0;
      const seen = { message, pointer, field, places: found };
      return isKnown ? findOpen(seen) : findNew(seen, places);
    }),
  ]);
}

interface SeenField {
  message: MessageTally;
  pointer: string;
  field: FieldTally;
  /** The schemas of the field and of those around it. */
  places: SchemaPlace[][];
}

/** Names the message, such as `addParties 201`. */
function subjectOf({ key: { operation, message, status, eventStatus } }: MessageTally): string {
  if (eventStatus !== undefined) return eventStatus === '' ? `${operation}` : `${operation} ${eventStatus}`;
  return message === 'request' ? `what ${operation} takes` : `${operation} ${status}`;
}

/** An answer that is not shown may have no body, or none of JSON. */
function findBody(message: MessageTally, places: SchemaPlaces): Finding[] {
  const { key, count, bodies, evidence } = message;
  if (key.message === 'request' || !isOpen(places.notShown(key), 'fields')) return [];
  const { none = 0, other = 0 } = bodies;
  const find = (seen: number, text: string, mediaType?: string): Finding => ({
    part: 'shown now',
    subject: isSuccess(key.status) ? 'field' : 'refusal',
    ...key,
    text: `${subjectOf(message)} ${text}${seen < count ? `, in ${seen} of ${count} answers` : ''}.`,
    ...showed({ ...message, count: seen }, count),
    certainty: certaintyOf(Math.min(seen, evidence.count), count),
    learned: seen === count ? { kind: 'body', mediaType } : undefined,
  });
  const types = message.mediaTypes().filter((type) => !type.includes('json'));
  return [
    ...(none > 0 ? [find(none, 'has no body')] : []),
    ...(other > 0
      ? [find(other, `has a body that is not JSON${types.length > 0 ? ` (${types.join(', ')})` : ''}`, types[0])]
      : []),
  ];
}

function findNew({ message, pointer, field, places: found }: SeenField, places: SchemaPlaces): Finding[] {
  const known = found.findLast((step) => step.length > 0) ?? [];
  if (known.some(({ schema }) => isFreeForm(schema))) return [];
  const isLeftOpen =
    isOpen(places.notShown(message.key), 'fields') ||
    found.some((step) => step.some(({ schema }) => isOpen(schema, 'fields')));
  // One finding for an unknown object, with the schema of what is in it.
  if (!isLeftOpen && found.at(-2)?.length === 0) return [];
  const schema = isLeftOpen ? inferNewField(field, pointer) : assembleSchema(message.fields(), pointer);
  const isAlways = isAlwaysThere(message, pointer) ?? false;
  const outOf = countOfParent(message, pointer);
  const often = isAlways ? 'always' : `in ${field.count} of ${outOf}`;
  const { count } = field.messages;
  return [
    {
      part: isLeftOpen ? 'shown now' : 'not in the document',
      subject: 'field',
      ...message.key,
      pointer,
      text: `${subjectOf(message)} has ${fieldOf(pointer)}, ${describeType(field)}, ${often}.`,
      ...(isAlways ? showedIn(field) : { ...showed(field, outOf), certainty: certaintyOf(count) }),
      learned: { kind: 'field', schema, isAlwaysThere: isAlways },
    },
  ];
}

/** A list has many entries in one message: what counts is the messages. */
const showedIn = ({ messages, firstAt, lastAt }: FieldTally) => showed({ count: messages.count, firstAt, lastAt });

/** Whether an object may have any field, as a part of the document that is shown: then its fields are the application's. */
function isFreeForm(schema: Schema): boolean {
  return (
    schema.additionalProperties !== undefined &&
    !schema.properties &&
    schema['x-not-shown'] === undefined &&
    Object.keys(schema.additionalProperties).length === 0
  );
}

/** What is now known of a field that the document has. */
function findOpen(seen: SeenField): Finding[] {
  const own = seen.places.at(-1)?.map(({ schema }) => schema) ?? [];
  if (own.length === 0) return [];
  const { key } = seen.message;
  const isOfService = key.message === 'response' || key.eventStatus !== undefined;
  const found = [...(isOfService ? [findRequired(seen), findFormat(seen, own)] : []), findType(seen, own)];
  const head = { part: 'shown now', ...key, pointer: seen.pointer } as const;
  return [
    ...found.flatMap((one) => (one ? [{ ...head, ...one, ...showedIn(seen.field) }] : [])),
    ...findValues(seen, own).map((one) => ({ ...head, ...one })),
  ];
}

/** What a finding says, without what all of a field say. */
type FieldFinding = Pick<Finding, 'subject' | 'text' | 'learned'>;

function findRequired({ message, pointer, places }: SeenField): FieldFinding | undefined {
  const parents = places.at(-2) ?? [];
  const isOptional = parents.length > 0 && !parents.some(({ schema }) => schema.required?.includes(nameOf(pointer)));
  if (!isOptional || !isAlwaysThere(message, pointer)) return undefined;
  const text = `${subjectOf(message)} always has ${fieldOf(pointer)}, which the document lets be left out.`;
  return { subject: 'required', text, learned: { kind: 'required' } };
}

function findType({ message, pointer, field }: SeenField, own: readonly Schema[]): FieldFinding | undefined {
  if (!own.every((schema) => schema.type === undefined && !schema.enum)) return undefined;
  const text = `${fieldOf(pointer)} of ${subjectOf(message)} is ${describeType(field)}.`;
  return { subject: 'type', text, learned: { kind: 'keywords', keywords: inferSchema(field) } };
}

function findFormat({ message, pointer, field }: SeenField, own: readonly Schema[]): FieldFinding | undefined {
  const forms = Object.keys(field.formats);
  const place = `${fieldOf(pointer)} of ${subjectOf(message)}`;
  // Other forms of ISO 8601 have no name here, so a few of them beside the usual one say nothing.
  if (own.some(({ format }) => format === 'date-time') && forms.length > 0 && !forms.includes('date-time')) {
    const learned = { kind: 'keywords', keywords: inferSchema(field), without: ['format'] } as const;
    return { subject: 'format', text: `${place} is no date-time, but ${describeType(field)}.`, learned };
  }
  const format = formatOf(field);
  if (format === undefined || !own.every(isPlainText)) return undefined;
  const learned = { kind: 'keywords', keywords: keywordsOf(format) } as const;
  return { subject: 'format', text: `${place} has the form ${format}.`, learned };
}

/** Values that are not among the known ones. */
function findValues({ message, field, pointer }: SeenField, own: readonly Schema[]) {
  const known = own.flatMap((schema) => schema['x-known-values'] ?? []);
  // An event's statuses have a finding of their own.
  if (known.length === 0 || (message.key.eventStatus !== undefined && pointer === '/status')) return [];
  const values = field.values() ?? [];
  const isKnown = (value: unknown): boolean => known.includes(String(value));
  const isOther = isSuccess(message.key.status) && !values.some(({ value }) => isKnown(value));
  const insteadOf = isOther && known.length === 1 ? known[0] : undefined;
  return values
    .filter(({ value }) => !isKnown(value))
    .map(({ value, messages: { count } }) => ({
      subject: 'enumeration' as const,
      text: `${fieldOf(pointer)} of ${subjectOf(message)} can be ${JSON.stringify(value)}; known were ${known.join(', ')}.`,
      ...showed({ ...field, count }, field.messages.count),
      learned: { kind: 'values' as const, values: [value], insteadOf },
    }));
}

const isPlainText = ({
  type,
  format,
  pattern,
  enum: values,
  'x-known-values': known,
  'x-sensitive': sensitive,
}: Schema): boolean => type === 'string' && !format && !pattern && !values && !known && !sensitive;
