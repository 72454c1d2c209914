import type { Schema } from '@escrow-kit/spec';
import { nameOf, parentOf, readStep, segmentsOf, withAlternative, withoutAlternatives } from '../pointer.ts';
import { type FieldTallies, isAlwaysThere, type MessageTally } from './field-tallies.ts';
import { type Finding, ofKind } from './finding.ts';
import type { SchemaPlace, SchemaPlaces } from './schema-places.ts';

/**
 * Takes values of a discriminator that the document does not have, in requests that were served, as names of alternatives whose own name
 * was not seen: of the one alternative whose schema such values fit, if they fit no other. That only one is left says nothing, because
 * it may be a further one.
 */
export function nameAlternatives(
  findings: readonly Finding[],
  { fields, places }: { fields: FieldTallies; places: SchemaPlaces },
): Finding[] {
  const served = ofKind(findings, 'values').filter(({ learned }) => learned.isServed);
  const unknown = served.flatMap((finding) => readUnknown(finding, { fields, places }) ?? []);
  const byPlace = Map.groupBy(unknown, ({ finding, at }) => `${finding.operation} ${at}`);
  const named = new Map([...byPlace.values()].flatMap(nameThose));
  return findings.map((finding) => named.get(finding) ?? finding);
}

/** A value of a discriminator that the document does not have. */
interface Unknown {
  finding: Finding;
  name: string;
  /** Where the values are that it belongs to, in whatever alternative. */
  at: string;
  /** The alternatives of which no value was served. */
  free: string[];
  /** Those that the values with this name fit, served or not. */
  fitting: string[];
}

function readUnknown(
  finding: Finding,
  { fields, places }: { fields: FieldTallies; places: SchemaPlaces },
): Unknown | undefined {
  const { operation = '', pointer = '' } = finding;
  const own = parentOf(pointer);
  const { alternative } = readStep(segmentsOf(own).at(-1) ?? '');
  const served = fields.messages().find(({ key }) => key.operation === operation && key.message === 'request');
  if (!alternative || !served || pointer !== `${own}/${alternative.property}`) return undefined;
  const { property, value: name } = alternative;
  const key = { operation, message: 'request' } as const;
  const around = places.at(key, own);
  const choice = around.find(({ schema }) => schema.discriminator?.propertyName === property);
  const placeOf = (value: string): string => withAlternative(own, { property, value });
  const alternatives = Object.keys(choice?.schema.discriminator?.mapping ?? {});
  const free = alternatives.filter((value) => !served.field(placeOf(value)));
  const fitting = alternatives.filter((value) => {
    const [branch] = places.at(key, placeOf(value));
    return branch !== undefined && fits(served, own, { branch, property });
  });
  // If all alternatives were served, it is a further one.
  return free.length === 0 ? undefined : { finding, name, at: withoutAlternatives(own), free, fitting };
}

/** Whether all values at a pointer have the fields of a schema and no others, but for the discriminator's. */
function fits(
  served: MessageTally,
  pointer: string,
  { branch: { schema }, property }: { branch: SchemaPlace; property: string },
): boolean {
  const { required = [], properties = {} } = schema;
  const names = served.fields().flatMap(([field]) => (parentOf(field) === pointer ? nameOf(field) : []));
  return (
    names.every((name) => Object.hasOwn(properties, name)) &&
    required.every((name) => isAlwaysThere(served, `${pointer}/${name}`)) &&
    forbiddenIn(schema).every((name) => !served.field(`${pointer}/${name}`)) &&
    Object.entries(properties).every(([name, { enum: values }]) => {
      const seen = served.field(`${pointer}/${name}`)?.values() ?? [];
      return name === property || !values || seen.every(({ value }) => values.includes(value as string));
    })
  );
}

const forbiddenIn = ({ not }: Schema): string[] =>
  [not, ...(not?.anyOf ?? [])].flatMap((branch) => branch?.required ?? []);

/** Names are given only if all can be, each for an alternative of its own. */
function nameThose(unknown: Unknown[]): [Finding, Finding][] {
  const isClear =
    unknown.every(({ free, fitting: [only = '', ...others] }) => free.includes(only) && others.length === 0) &&
    new Set(unknown.flatMap(({ fitting }) => fitting)).size === unknown.length;
  return unknown.map(({ finding, name, free, fitting }) => {
    const inPlaceOf = isClear ? fitting[0] : undefined;
    const { text } = finding;
    const learned = { kind: 'alternative', name, free, inPlaceOf } as const;
    const known = inPlaceOf === undefined ? text : `${text.replace(/\.$/, '')}; it has the fields of ${inPlaceOf}.`;
    return [finding, { ...finding, text: known, learned }];
  });
}
