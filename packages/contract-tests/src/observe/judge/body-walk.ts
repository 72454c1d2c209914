import type { Schema } from '@escrow-kit/spec';
import { type PointerStep, segmentsOf, valueAt } from '../pointer.ts';
import { isOfBase } from './base-parts.ts';
import { resolveSchema } from './document-rules.ts';
import { isSensitiveName } from './sensitive-names.ts';
import { looksLikeToken, looksPersonal } from './shape.ts';

/** What the document says of a value in a body. */
export interface Place {
  /** The schemas that may describe it, without references and combinations. */
  schemas: readonly Schema[];
  isDocumented: boolean;
  /** Whether the document without overlays has it. Otherwise names and forms tell what is secret or personal, whatever an overlay says. */
  isOfBase: boolean;
  /** Whether it, or what it is in, is secret or personal: by its mark, or if it is not of the base, by its name. */
  isSensitive: boolean;
  /** Whether the document marks it. Names alone mark the values inside of an object, whose fields are known then. */
  isMarked: boolean;
}

/** A value in a body. */
export interface BodyNode {
  /** The steps to it: `*` for elements and for keys that are ids, with the alternative of a discriminator. */
  steps: readonly PointerStep[];
  /** How many of the first steps the document knows. */
  documentedSteps: number;
  value: unknown;
  place: Place;
}

/** The values of a body. */
export interface WalkedBody {
  nodes: BodyNode[];
  /** The values inside are in no node, but were looked at. */
  secrets: string[];
  /** Values that were not looked at, because there are too many or they are too deep. */
  unseen: number;
}

const mostNodes = 20_000;
const deepest = 32;

/** The place of a body, parameter or header; `schema` is undefined if the document does not have it, `name` if it has none. */
export const placeOf = (schema: Schema | undefined, name?: string): Place => toPlace(schema ? [schema] : [], { name });

/**
 * Walks a parsed body, if there is one, without recursion, so that no nesting overflows the stack. Nothing inside of what is
 * marked becomes a node.
 */
export function walkBody(root: unknown, place: Place): WalkedBody {
  const walked: WalkedBody = { nodes: [], secrets: [], unseen: 0 };
  if (root === undefined) return walked;
  const open: BodyNode[] = [{ steps: [], documentedSteps: 0, value: root, place }];
  for (let node = open.pop(); node; node = open.pop()) {
    walked.nodes.push(node);
    if (node.place.isMarked) {
      addSecrets(node.value, walked);
      continue;
    }
    // The last member is the first to be walked, so the order is turned.
    for (const [key, member] of membersOf(node.value).reverse()) {
      const isTooMuch =
        walked.nodes.length + walked.secrets.length + open.length >= mostNodes || node.steps.length >= deepest;
      if (isTooMuch) walked.unseen += countValues(member);
      else open.push(toMember(node, key, member, walked.secrets));
    }
  }
  return walked;
}

function toMember(node: BodyNode, key: string, value: unknown, secrets: string[]): BodyNode {
  const { step, place } = stepInto(node.place, node.value as object, key);
  const isTelling = looksPersonal(key) || (node.place.isSensitive && !Array.isArray(node.value) && !isPlainName(key));
  if (!place.isOfBase && isTelling) secrets.push(key);
  return {
    steps: [...node.steps, step],
    documentedSteps: place.isDocumented ? node.documentedSteps + 1 : node.documentedSteps,
    value,
    place,
  };
}

/** The member of a value, and the step to it. */
function stepInto(place: Place, container: object, key: string): { step: PointerStep; place: Place } {
  const { name, place: own } = toStep(place, container, key);
  return { step: { name, alternative: chosenBy((container as Members)[key], own) }, place: own };
}

type Members = Readonly<Record<string, unknown>>;

/** The alternative of a value, if a discriminator chooses it: one that the document has, or one that may be a name. */
function chosenBy(value: unknown, { schemas }: Place): PointerStep['alternative'] {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const { discriminator } of schemas) {
    const { propertyName: property = '', mapping = {} } = discriminator ?? {};
    const own = Object.hasOwn(value, property) ? (value as Members)[property] : undefined;
    if (typeof own !== 'string') continue;
    if (Object.hasOwn(mapping, own) || isPlainName(own)) return { property, value: own };
  }
  return undefined;
}

function toStep(place: Place, container: object, key: string): { name: string; place: Place } {
  if (Array.isArray(container)) return { name: '*', place: toPlace(place.schemas.flatMap(itemsOf), { parent: place }) };
  const own = place.schemas.flatMap((schema) => propertyOf(schema, key));
  if (own.length > 0) return { name: key, place: toPlace(own, { name: key, parent: place }) };
  const values = place.schemas.flatMap(valuesOf);
  if (values.length > 0) return { name: '*', place: toPlace(values, { name: key, parent: place }) };
  const isKept = isPlainName(key) && !isMap(container);
  return { name: isKept ? key : '*', place: toPlace([], { name: key, parent: place }) };
}

/** More names than this are keys of records. */
const mostNames = 20;
const maps = new WeakMap<object, boolean>();

/** Whether names that the document does not know are more likely keys of records, as of people: there are many, or most are no names. */
export const isMapOf = (names: readonly string[]): boolean =>
  names.length > mostNames || names.filter(isPlainName).length < names.length / 2;

function isMap(container: object): boolean {
  const known = maps.get(container);
  if (known !== undefined) return known;
  const found = isMapOf(Object.keys(container));
  maps.set(container, found);
  return found;
}

/** The steps to the value at a JSON pointer, each with the schemas of what it is in. */
export function traceSteps(
  pointer: string,
  root: unknown,
  place: Place,
): { key: string; step: PointerStep; parent: Place; place: Place }[] {
  let [container, parent] = [root, place];
  return segmentsOf(pointer).map((key) => {
    const member = stepInto(parent, typeof container === 'object' && container !== null ? container : {}, key);
    const traced = { ...member, key, parent };
    container = valueAt(container, [key]);
    parent = member.place;
    return traced;
  });
}

function toPlace(schemas: Schema[], { name, parent }: { name?: string | undefined; parent?: Place }): Place {
  const alternatives = schemas.flatMap(alternativesOf);
  const ofBase = schemas.some(isOfBase);
  const isNamedSo = !ofBase && name !== undefined && isSensitiveName(name);
  const isMarkedSo = alternatives.some(isMarked);
  return {
    schemas: alternatives,
    isDocumented: schemas.length > 0,
    isOfBase: ofBase,
    isSensitive: parent?.isSensitive === true || isNamedSo || isMarkedSo,
    isMarked: isMarkedSo,
  };
}

const isMarked = (schema: Schema): boolean => schema['x-sensitive'] !== undefined;

const itemsOf = ({ items }: Schema): Schema[] => (items ? [items] : []);

const propertyOf = ({ properties = {} }: Schema, key: string): Schema[] =>
  Object.hasOwn(properties, key) && properties[key] ? [properties[key]] : [];

/** An empty schema of additional properties says that an object is open, not what it holds. */
const valuesOf = ({ additionalProperties: values }: Schema): Schema[] =>
  typeof values === 'object' && Object.keys(values).length > 0 ? [values] : [];

/** A schema with those that it combines, all without references. */
function alternativesOf(schema: Schema): Schema[] {
  const resolved = resolveSchema(schema);
  const combined = [resolved.allOf, resolved.anyOf, resolved.oneOf].flatMap((branches) => (branches ?? []) as Schema[]);
  return [resolved, ...combined.flatMap(alternativesOf)];
}

/** Whether a name that the document does not know may be one of the service's, rather than an id or a value: a short word. */
export const isPlainName = (name: string): boolean =>
  /^[a-z_$][\w$-]{0,39}$/i.test(name) &&
  name !== '__proto__' &&
  !/\d{4}/.test(name) &&
  !looksLikeToken(name) &&
  !looksPersonal(name);

/** Adds every value inside, and the keys that are no plain names. */
function addSecrets(root: unknown, walked: WalkedBody): void {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (walked.secrets.length >= mostNodes) {
      walked.unseen += countValues(value);
      continue;
    }
    if (typeof value === 'string' || typeof value === 'number') walked.secrets.push(String(value));
    for (const [key, member] of membersOf(value)) {
      if (!isPlainName(key) && !Array.isArray(value)) walked.secrets.push(key);
      open.push(member);
    }
  }
}

function countValues(root: unknown): number {
  const open: unknown[] = [root];
  let count = 0;
  while (open.length > 0) {
    const value = open.pop();
    count += 1;
    for (const [, member] of membersOf(value)) open.push(member);
  }
  return count;
}

const membersOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];
