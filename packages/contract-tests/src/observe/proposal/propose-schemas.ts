import type { Schema } from '@escrow-kit/spec';
import { type Finding, type FindingOf, isOfKind, type Learned } from '../findings/finding.ts';
import type { SchemaPlace } from '../findings/schema-places.ts';
import { nameOf, parentOf } from '../pointer.ts';
import type { Proposing } from './draft.ts';
import { sampleOf } from './sample-of.ts';

/** What concerns fields. */
const kindsOfFields = ['field', 'required', 'optional', 'renamed', 'values', 'keywords'] as const;

type FieldFinding = FindingOf<(typeof kindsOfFields)[number]>;

/** Proposes what was found about a field that the document has, or that joins those. Returns whether it has a place in the document. */
export function proposeField(finding: Finding, proposing: Proposing): boolean {
  const { places } = proposing;
  const { operation = '', message = 'response', status, eventStatus, pointer = '' } = finding;
  if (pointer === '' || !isOfKind(finding, ...kindsOfFields)) return false;
  const key = { operation, message, status, eventStatus };
  const around = places.at(key, parentOf(pointer));
  const parents = around.filter((place) => concerns(place, finding.learned, nameOf(pointer)));
  // Of several alternatives it is open which one was meant.
  const isEvent = places.operations.get(operation)?.isWebhook === true;
  if (message === 'request' && !isEvent && parents.length > 1) return false;
  const [own] = places.at(key, pointer);
  for (const parent of parents) {
    const isShared = places.isShared(parent);
    const field = { finding, parent, name: nameOf(pointer), own: own?.schema ?? {}, isEvent, isShared };
    changeSchema(field, proposing);
    changeRequired(field, proposing);
  }
  return parents.length > 0;
}

/** Whether a change of a property concerns a schema, rather than only its alternatives. */
function concerns({ schema }: SchemaPlace, learned: Learned, name: string): boolean {
  if (learned.kind === 'field') return schema.type === 'object' || schema.properties !== undefined || name === '*';
  return name === '*'
    ? (schema.items ?? schema.additionalProperties) !== undefined
    : Object.hasOwn(schema.properties ?? {}, name);
}

interface ChangedField {
  finding: FieldFinding;
  /** The object or list that it is in. */
  parent: SchemaPlace;
  name: string;
  /** The schema of the field, as the document has it. */
  own: Schema;
  isEvent: boolean;
  /** Whether the object is in other messages too, of which nothing was found. */
  isShared: boolean;
}

function changeSchema(
  { finding, parent, name, own, isEvent, isShared }: ChangedField,
  { mark, draft }: Proposing,
): void {
  const { path, schema: around } = parent;
  const { learned } = finding;
  const reasons = { evidence: [finding] };
  const placeOf = (property: string) =>
    property === '*' ? [...path, around.items ? 'items' : 'additionalProperties'] : [...path, 'properties', property];
  const edit = (to: (schema: Schema) => Schema): void =>
    draft.put(placeOf(name), to(draft.find(placeOf(name), own) ?? own), reasons);
  if (learned.kind === 'field') {
    const schema = { description: 'Observed.', ...withFixedValue(learned.schema, name) };
    // A sandbox sends an optional field of an event only if it has an example.
    edit(() => mark(isEvent ? { ...schema, example: sampleOf(schema) } : schema, name));
  } else if (learned.kind === 'values') edit((schema) => withValues(schema, learned, { name, isShared }));
  else if (learned.kind === 'keywords')
    edit((schema) => withKeywords(schema, isShared ? { ...learned, keywords: {} } : learned));
  else if (learned.kind === 'renamed') {
    draft.put(placeOf(learned.to), own, reasons);
    if (!isShared) draft.put(placeOf(name), undefined, reasons);
  }
}

function changeRequired({ finding, parent, name, isShared }: ChangedField, { draft }: Proposing): void {
  const { learned, eventStatus } = finding;
  const { path, schema } = parent;
  const place = [...path, 'required'];
  const required = draft.find(place, schema.required) ?? [];
  // An alternative of several statuses requires what each of them has.
  const ofOneStatus = eventStatus === undefined || schema.properties?.['status']?.enum?.length === 1;
  const isAlwaysThere = learned.kind === 'required' || (learned.kind === 'field' && learned.isAlwaysThere);
  const isAdded = isAlwaysThere && !isShared && ofOneStatus && !required.includes(name);
  const isGone = (learned.kind === 'optional' || learned.kind === 'renamed') && required.includes(name);
  if (!isAdded && !isGone) return;
  const others = required.filter((one) => one !== name);
  const added = isAdded ? [name] : learned.kind === 'renamed' && !isShared ? [learned.to] : [];
  const changed = [...others, ...added];
  draft.put(place, changed.length === 0 ? undefined : changed, { evidence: [finding] });
}

/** A documented value that no served request had is not known to be served any more. */
function withValues(
  schema: Schema,
  { values, isServed, insteadOf }: Extract<Learned, { kind: 'values' }>,
  { name, isShared }: { name: string; isShared: boolean },
): Schema {
  if (isServed && !isShared) return withFixedValue({ ...schema, enum: values }, name);
  const keyword = schema.enum ? 'enum' : 'x-known-values';
  const { not: _not, ...rest } = schema;
  const known = ((schema[keyword] as unknown[] | undefined) ?? []).filter((value) => isShared || value !== insteadOf);
  return { ...rest, [keyword]: [...new Set([...known, ...values])] };
}

/** Says of the enumeration of a request how to comply with it. A single value is filled in by clients. */
function withFixedValue({ 'x-fixed': _, ...schema }: Schema, name: string): Schema {
  const { enum: values } = schema;
  if (!values) return schema;
  const isFixed = values.length === 1;
  return { ...schema, ...(isFixed && { 'x-fixed': true }), 'x-remedy': `Set ${name} to ${values.join(' or ')}.` };
}

function withKeywords(schema: Schema, { keywords, without = [] }: Extract<Learned, { kind: 'keywords' }>): Schema {
  const kept = Object.entries(schema).filter(([keyword]) => !without.includes(keyword));
  return { ...Object.fromEntries(kept), ...keywords };
}
