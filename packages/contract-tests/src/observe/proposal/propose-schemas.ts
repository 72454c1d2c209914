import type { Schema } from '@escrow-kit/spec';
import { type Finding, type FindingOf, isOfKind, type Learned } from '../findings/finding.ts';
import type { SchemaPlace, SchemaPlaces } from '../findings/schema-places.ts';
import { nameOf, parentOf } from '../pointer.ts';
import type { Marker } from './mark-sensitive.ts';
import { type ProposedAction, replace } from './proposed-action.ts';
import { sampleOf } from './sample-of.ts';

/** What is proposed for the fields that the document has, or that join those. */
export interface SchemaChanges {
  /** Takes a finding about a field. Returns whether it could be placed in the document. */
  add(finding: Finding): boolean;
  actions(): ProposedAction[];
}

/** What concerns fields. */
const kindsOfFields = ['field', 'required', 'optional', 'renamed', 'values', 'keywords'] as const;

type FieldFinding = FindingOf<(typeof kindsOfFields)[number]>;

/** Collects changes, so that each part of the document is changed once, by all that was found about it. */
export function createSchemaChanges(places: SchemaPlaces, mark: Marker): SchemaChanges {
  const changes = new Map<string, ObjectChange>();
  const changeOf = (place: SchemaPlace): ObjectChange => {
    const key = place.path.join('\n');
    const change = changes.get(key) ?? createChange(place);
    changes.set(key, change);
    return change;
  };
  return {
    add: (finding) => {
      const { operation = '', message = 'response', status, eventStatus, pointer = '' } = finding;
      if (pointer === '' || !isOfKind(finding, ...kindsOfFields)) return false;
      const key = { operation, message, status, eventStatus };
      const around = places.find(key, parentOf(pointer)).at(-1) ?? [];
      const parents = around.filter((place) => concerns(place, finding.learned, nameOf(pointer)));
      // Of several alternatives it is open which one was meant.
      const isEvent = places.operations.get(operation)?.isWebhook === true;
      if (message === 'request' && !isEvent && parents.length > 1) return false;
      const [own] = places.find(key, pointer).at(-1) ?? [];
      for (const place of parents) {
        const isShared = places.isShared(place);
        apply(changeOf(place), finding, { name: nameOf(pointer), own: own?.schema ?? {}, mark, isShared, isEvent });
      }
      return parents.length > 0;
    },
    actions: () => [...changes.values()].flatMap(toActions),
  };
}

/** Whether a change of a property concerns a schema, rather than only its alternatives. */
function concerns({ schema }: SchemaPlace, learned: Learned, name: string): boolean {
  if (learned.kind === 'field') return schema.type === 'object' || schema.properties !== undefined || name === '*';
  return name === '*'
    ? (schema.items ?? schema.additionalProperties) !== undefined
    : Object.hasOwn(schema.properties ?? {}, name);
}

/** Changes of one object's schema: what it requires, and its properties. */
interface ObjectChange {
  place: SchemaPlace;
  required: Set<string>;
  requiredBy: Finding[];
  properties: Map<string, { schema: Schema | undefined; evidence: Finding[] }>;
}

const createChange = (place: SchemaPlace): ObjectChange => ({
  place,
  required: new Set(place.schema.required),
  requiredBy: [],
  properties: new Map(),
});

interface ChangedField {
  name: string;
  /** The schema of the field, as the document has it. */
  own: Schema;
  mark: Marker;
  /** Whether the object is in other messages too, of which nothing was found. */
  isShared: boolean;
  isEvent: boolean;
}

function apply(change: ObjectChange, finding: FieldFinding, field: ChangedField): void {
  const { name, own, mark, isShared, isEvent } = field;
  const { learned } = finding;
  const setRequired = (property: string, isRequired: boolean): void => {
    if (isRequired === change.required.has(property)) return;
    if (isRequired) change.required.add(property);
    else change.required.delete(property);
    change.requiredBy.push(finding);
  };
  const setProperty = (property: string, edit: (schema: Schema) => Schema | undefined): void => {
    const known = change.properties.get(property);
    const schema = edit(known?.schema ?? own);
    change.properties.set(property, { schema, evidence: [...(known?.evidence ?? []), finding] });
  };
  // An alternative of several statuses requires what each of them has.
  const ofOneStatus =
    finding.eventStatus === undefined || change.place.schema.properties?.['status']?.enum?.length === 1;
  const mayRequire = !isShared && ofOneStatus;
  switch (learned.kind) {
    case 'field': {
      const schema = { description: 'Observed.', ...withFixedValue(learned.schema, name) };
      // A sandbox sends an optional field of an event only if it has an example.
      setProperty(name, () => mark(isEvent ? { ...schema, example: sampleOf(schema) } : schema, name));
      if (learned.isAlwaysThere && mayRequire) setRequired(name, true);
      break;
    }
    case 'required':
      if (mayRequire) setRequired(name, true);
      break;
    case 'optional':
      setRequired(name, false);
      break;
    case 'renamed': {
      const isRequired = change.required.has(name);
      setProperty(learned.to, () => own);
      setRequired(name, false);
      if (isShared) break;
      setProperty(name, () => undefined);
      setRequired(learned.to, isRequired);
      break;
    }
    case 'values':
      setProperty(name, (schema) => withValues(schema, learned, field));
      break;
    case 'keywords':
      setProperty(name, (schema) => withKeywords(schema, isShared ? { ...learned, keywords: {} } : learned));
  }
}

/** A documented value that no served request had is not known to be served any more. */
function withValues(
  schema: Schema,
  { values, isServed, insteadOf }: Extract<Learned, { kind: 'values' }>,
  { name, isShared }: ChangedField,
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

function toActions({ place, required, requiredBy, properties }: ObjectChange): ProposedAction[] {
  const { path, schema } = place;
  const ofProperties = [...properties].flatMap(([name, { schema: changed, evidence }]) => {
    const isEntry = name === '*';
    const key = isEntry ? (schema.items ? 'items' : 'additionalProperties') : name;
    const isThere = isEntry || Object.hasOwn(schema.properties ?? {}, name);
    if (!isEntry && !schema.properties) return [{ path, update: { properties: { [key]: changed } }, evidence }];
    return replace({ path: isEntry ? path : [...path, 'properties'], key, isThere }, changed, evidence);
  });
  if (requiredBy.length === 0) return ofProperties;
  const list = required.size === 0 ? undefined : [...required];
  const isThere = (schema.required ?? []).length > 0;
  return [...ofProperties, ...replace({ path, key: 'required', isThere }, list, requiredBy)];
}
