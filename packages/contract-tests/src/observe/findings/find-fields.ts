import type { Schema } from '@escrow-kit/spec';
import { countOfParent, type FieldTally, isAlwaysThere, type MessageTally } from './field-tallies.ts';
import { certaintyOf, type Finding } from './finding.ts';
import { assembleSchema, describeType, formatOf, inferNewField, inferSchema, keywordsOf } from './infer-schema.ts';
import { fieldOf, isOpen, isSuccess, nameOf, type SchemaPlace, type SchemaPlaces } from './schema-places.ts';
import type { Sighting } from './sighting.ts';

/** Finds what messages show of their fields: those that the document does not have, and what it leaves open about those it has. */
export function findFields(messages: readonly MessageTally[], places: SchemaPlaces): Finding[] {
  return messages.flatMap((message) => [
    ...findBody(message, places),
    ...message.fields().flatMap(([pointer, field]) => {
      const found = places.find(message.key, pointer);
      const isKnown = field.isDocumented || found.at(-1)?.length !== 0;
      if (pointer === '' || nameOf(pointer) === '*') return [];
      return isKnown
        ? findOpen({ message, pointer, field, places: found })
        : findNew({ message, pointer, field, places: found }, places);
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

/** Names the message, such as `addParties answers 201`. */
function subjectOf({ key: { operation, message, status, eventStatus } }: Pick<MessageTally, 'key'>): string {
  if (eventStatus !== undefined) return eventStatus === '' ? `${operation}` : `${operation} ${eventStatus}`;
  return message === 'request' ? `what ${operation} takes` : `${operation} ${status}`;
}

/** What every finding about a message says of it. */
function headOf({ key }: MessageTally, { firstAt, lastAt }: Sighting) {
  const { operation, message, status, eventStatus } = key;
  return {
    operation,
    message,
    ...(status !== undefined && { status }),
    ...(eventStatus !== undefined && { eventStatus }),
    firstAt,
    lastAt,
  };
}

/** An answer that is not shown may have no body, or none of JSON. */
function findBody(message: MessageTally, places: SchemaPlaces): Finding[] {
  const { key, count, bodies, evidence } = message;
  if (key.message === 'request' || !isOpen(places.notShown(key), 'fields')) return [];
  const { none = 0, other = 0 } = bodies;
  const subject = isSuccess(key.status ?? 0) ? 'field' : 'refusal';
  const found = (seen: number, text: string, mediaType?: string): Finding[] =>
    seen === 0
      ? []
      : [
          {
            part: 'shown now',
            subject,
            ...headOf(message, message),
            text: `${subjectOf(message)} ${text}${seen < count ? `, in ${seen} of ${count} answers` : ''}.`,
            count: seen,
            outOf: count,
            certainty: certaintyOf(Math.min(seen, evidence.count), count),
            ...(seen === count && {
              learned: { kind: 'body', ...(mediaType !== undefined && { mediaType }) } as const,
            }),
          },
        ];
  const types = message.mediaTypes().filter((type) => !type.includes('json'));
  return [
    ...found(none, 'has no body'),
    ...found(other, `has a body that is not JSON${types.length > 0 ? ` (${types.join(', ')})` : ''}`, types[0]),
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
      ...headOf(message, field),
      pointer,
      text: `${subjectOf(message)} has ${fieldOf(pointer)}, ${describeType(field)}, ${often}.`,
      ...(isAlways ? { count, outOf: count } : { count: field.count, outOf }),
      certainty: certaintyOf(count),
      learned: { kind: 'field', schema, isAlwaysThere: isAlways },
    },
  ];
}

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
  const { key } = seen.message;
  const isOfService = key.message === 'response' || key.eventStatus !== undefined;
  if (own.length === 0) return [];
  return [
    ...(isOfService ? [...findRequired(seen), ...findFormat(seen, own)] : []),
    ...findType(seen, own),
    ...findValues(seen, own),
  ];
}

/** What every finding about all values of a field says. */
function baseOf({ message, field, pointer }: SeenField) {
  const { count } = field.messages;
  return {
    part: 'shown now',
    ...headOf(message, field),
    pointer,
    count,
    outOf: count,
    certainty: certaintyOf(count),
  } as const;
}

function findRequired(seen: SeenField): Finding[] {
  const { message, pointer, places } = seen;
  const parents = places.at(-2) ?? [];
  const isOptional = parents.length > 0 && !parents.some(({ schema }) => schema.required?.includes(nameOf(pointer)));
  if (!isOptional || !isAlwaysThere(message, pointer)) return [];
  const text = `${subjectOf(message)} always has ${fieldOf(pointer)}, which the document lets be left out.`;
  return [{ ...baseOf(seen), subject: 'required', text, learned: { kind: 'required' } }];
}

function findType(seen: SeenField, own: readonly Schema[]): Finding[] {
  const { message, pointer, field } = seen;
  if (!own.every((schema) => schema.type === undefined && !schema.enum)) return [];
  const text = `${fieldOf(pointer)} of ${subjectOf(message)} is ${describeType(field)}.`;
  return [{ ...baseOf(seen), subject: 'type', text, learned: { kind: 'keywords', keywords: inferSchema(field) } }];
}

function findFormat(seen: SeenField, own: readonly Schema[]): Finding[] {
  const { message, pointer, field } = seen;
  const forms = Object.keys(field.formats);
  const place = `${fieldOf(pointer)} of ${subjectOf(message)}`;
  // Other forms of ISO 8601 have no name here, so a few of them beside the usual one say nothing.
  if (own.some(({ format }) => format === 'date-time') && forms.length > 0 && !forms.includes('date-time')) {
    const text = `${place} is no date-time, but ${describeType(field)}.`;
    const learned = { kind: 'keywords', keywords: inferSchema(field), without: ['format'] } as const;
    return [{ ...baseOf(seen), subject: 'format', text, learned }];
  }
  const format = formatOf(field);
  if (format === undefined || !own.every(isPlainText)) return [];
  const learned = { kind: 'keywords', keywords: keywordsOf(format) } as const;
  return [{ ...baseOf(seen), subject: 'format', text: `${place} has the form ${format}.`, learned }];
}

/** Values that are not among the known ones. */
function findValues({ message, field, pointer }: SeenField, own: readonly Schema[]): Finding[] {
  const known = own.flatMap((schema) => schema['x-known-values'] ?? []);
  // An event's statuses have a finding of their own.
  if (known.length === 0 || (message.key.eventStatus !== undefined && pointer === '/status')) return [];
  const seen = field.values() ?? [];
  const isOther = isSuccess(message.key.status ?? 0) && !seen.some(({ value }) => known.includes(String(value)));
  const [only, ...others] = known;
  const insteadOf = isOther && others.length === 0 ? only : undefined;
  return seen
    .filter(({ value }) => !known.includes(String(value)))
    .map(({ value, messages: { count } }) => ({
      part: 'shown now',
      subject: 'enumeration',
      ...headOf(message, field),
      pointer,
      text: `${fieldOf(pointer)} of ${subjectOf(message)} can be ${JSON.stringify(value)}; known were ${known.join(', ')}.`,
      count,
      outOf: field.messages.count,
      certainty: certaintyOf(count),
      learned: { kind: 'values', values: [value], ...(insteadOf !== undefined && { insteadOf }) },
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
