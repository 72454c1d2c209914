import { isSuccess } from '../is-success.ts';
import { rulesOfBody } from '../judge/document-rules.ts';
import type { KeptExchange, KeptViolation } from '../kept-exchange.ts';
import { fieldOf } from '../pointer.ts';
import { type FieldTallies, type FieldTally, isAlwaysThere, type MessageTally } from './field-tallies.ts';
import type { StatusFinder } from './find-statuses.ts';
import { certaintyOf, type Finder, type Finding, type Learned, showed } from './finding.ts';
import { inferNewField, inferSchema } from './infer-schema.ts';
import { refusingRuleOf } from './refusing-rule.ts';
import { createSample } from './sample.ts';
import type { SchemaPlaces } from './schema-places.ts';
import {
  createExampleSighting,
  createSighting,
  type ExampleSighting,
  increase,
  sightExample,
  sightIn,
  type Tally,
} from './sighting.ts';

/** What else is known. */
interface Context {
  fields: FieldTallies;
  places: SchemaPlaces;
  replaced: StatusFinder['replaced'];
}

const mostViolations = 1000;

/** What happened, without where and when. */
interface Kind {
  violation: KeptViolation;
  operation: string;
  /** A request of the application that was served, an event of the service, or an answer of the service. */
  of: 'served request' | 'event' | 'answer';
  /** Names the exchanges that could have shown it. */
  group: string;
}

interface ViolationTally extends Kind, ExampleSighting {
  /** Of the answers. */
  statuses: Tally;
}

/** Finds what contradicts the document, with an example of each. */
export function createViolationFinder(context: Context): Finder {
  const seen = createSample<ViolationTally, Kind>(mostViolations, (kind) => ({
    ...kind,
    ...createExampleSighting(),
    statuses: {},
  }));
  const exchanges = createSample(mostViolations, createSighting);
  /** How often requests were refused for a rule. */
  const refusals: Tally = {};
  const countPossible = ({ violation, operation, of, group, count }: ViolationTally): number =>
    of === 'served request'
      ? count + (refusals[`${operation} ${violation.rule}`] ?? 0)
      : (exchanges.find(group)?.count ?? count);
  return {
    add: (exchange) => {
      const group = groupOf(exchange);
      sightIn(exchanges, group, exchange);
      const rule = refusingRuleOf(exchange);
      if (rule !== undefined) increase(refusals, `${exchange.operation} ${rule}`);
      for (const tally of new Set(kindsOf(exchange, group).map(seen.get))) {
        if (!tally) continue;
        increase(tally.statuses, String(exchange.status));
        sightExample(tally, exchange);
      }
    },
    list: () => seen.entries().map(([, tally]) => toFinding(tally, countPossible(tally), context)),
  };
}

/** Exchanges of an operation with the same class of status, or all events. */
function groupOf({ operation = '', kind, status }: KeptExchange): string {
  if (kind === 'event') return `${operation} event`;
  return `${operation} ${status === undefined ? 'none' : `${Math.floor(status / 100)}xx`}`;
}

/** The kinds of violation in an exchange. What is wrong with the answer to an event is the application's. */
function kindsOf({ kind, operation = '', violations }: KeptExchange, group: string): Kind[] {
  return violations
    .filter((violation) => kind === 'call' || (violation.part === 'request' && !isOfSignatureForm(violation)))
    .map(({ part, at, pointer, keyword, rule, basis, message }) => {
      const ofCall = part === 'request' ? 'served request' : 'answer';
      const violation = { part, at, pointer, keyword, rule, basis, message };
      return { violation, operation, of: kind === 'event' ? 'event' : ofCall, group };
    });
}

/** The header and form of signatures have findings of their own. */
const isOfSignatureForm = ({ at, keyword, rule }: KeptViolation): boolean =>
  rule === 'HOOK-2' && at.startsWith('header') && keyword !== undefined;

function toFinding(tally: ViolationTally, outOf: number, context: Context): Finding {
  const { violation, operation, of, statuses, count, example } = tally;
  const { rule, basis, part, pointer } = violation;
  const isOfOneStatus = of === 'answer' && Object.keys(statuses).length === 1;
  const status = isOfOneStatus ? example?.status : undefined;
  return {
    part: isStated(basis) ? 'contradicts' : 'shown now',
    subject: subjectOf(violation),
    operation,
    message: part,
    status,
    rule,
    pointer,
    text: describe(tally, describeValues(tally, status, context) ?? violation.message),
    ...showed(tally, outOf),
    certainty: certaintyOf(count, of === 'served request' ? outOf : count),
    example,
    learned:
      of === 'served request' ? learnOfServed(tally, outOf === count, context.fields) : learn(tally, status, context),
  };
}

/** Where no rule is named, the document states it all the same. */
const isStated = (basis: KeptViolation['basis']): boolean => basis === undefined || basis === 'stated';

const subjectsByKeyword: Readonly<Record<string, Finding['subject']>> = {
  required: 'required',
  enum: 'enumeration',
  const: 'enumeration',
  not: 'enumeration',
  format: 'format',
  pattern: 'format',
  type: 'type',
};

function subjectOf({ at, keyword = '', part }: KeptViolation): Finding['subject'] {
  if (at.startsWith('status')) return part === 'response' ? 'status' : 'event';
  return at.startsWith('header') ? 'header' : (subjectsByKeyword[keyword] ?? 'field');
}

function describe({ violation, operation, of }: ViolationTally, message: string): string {
  const { at, pointer, rule, basis } = violation;
  const place = pointer === undefined ? at.replace(/^body$/, 'the body') : fieldOf(pointer);
  const subject = of === 'served request' ? `${operation} serves what has to be refused` : operation;
  const assumption = isStated(basis) ? '' : `, which differs from what is ${basis}`;
  return `${subject}: ${place} ${message}${assumption}${rule === undefined ? '' : ` (${rule})`}.`;
}

/** Such as `is OPEN, not one of CREATED`, or `is true, and must not be sent`. Undefined if the values may not be kept, or it is about something else. */
function describeValues(
  tally: ViolationTally,
  status: number | undefined,
  { fields, places }: Context,
): string | undefined {
  const { violation, operation } = tally;
  const { keyword = '', pointer, part, message } = violation;
  if (pointer === undefined || subjectsByKeyword[keyword] !== 'enumeration') return undefined;
  const schemas = places.at({ operation, message: part, status }, pointer);
  const documented = schemas.flatMap(({ schema }) => schema.enum ?? []);
  const values = [...new Set(valuesIn(talliesOf(tally, pointer, fields)))];
  const came = values.filter((value) => !documented.includes(value)).slice(0, mostNamedValues);
  if (came.length === 0) return undefined;
  const named = `is ${came.map(String).join(' or ')}`;
  if (keyword === 'not') return `${named}, and ${message}`;
  return documented.length === 0 ? undefined : `${named}, not one of ${documented.join(', ')}`;
}

/** The values, of fields whose values may all be kept. */
const valuesIn = (tallies: readonly FieldTally[]): unknown[] =>
  tallies.flatMap((field) => field.values() ?? []).map(({ value }) => value);

/** A sentence names no more. */
const mostNamedValues = 5;

/** What the document would say instead, of an answer or an event. */
function learn(tally: ViolationTally, status: number | undefined, context: Context): Learned | undefined {
  const { pointer, keyword, at, rule, basis } = tally.violation;
  const learnedStatus = at === 'status' ? learnStatus(tally, status, context) : undefined;
  if (learnedStatus) return learnedStatus;
  if (pointer !== undefined && keyword !== undefined)
    return keyword === 'required'
      ? { kind: 'optional' }
      : learnKeyword(keyword, talliesOf(tally, pointer, context.fields));
  // What only the kit assumes of an answer is no rule of the document.
  return rule !== undefined && isStated(basis) ? { kind: 'rule off' } : undefined;
}

/** The status of a success, or of refusals that are as documented but for it. */
function learnStatus(
  { operation, violation: { rule = '', basis } }: ViolationTally,
  status: number | undefined,
  { places, replaced }: Context,
): Learned | undefined {
  if (status === undefined) return undefined;
  if (isSuccess(status)) return { kind: 'status', status };
  const documented = replaced(operation, status) ?? '';
  const response = places.operations.get(operation)?.responses[documented];
  const isOfAnswer = response !== undefined && rulesOfBody(response).includes(rule);
  return isOfAnswer && isStated(basis) ? { kind: 'status', status, documented } : undefined;
}

/** The same of a request that was served. If none like it was refused, its rule does not hold. */
function learnOfServed(tally: ViolationTally, isNeverRefused: boolean, fields: FieldTallies): Learned | undefined {
  const { keyword, pointer, rule } = tally.violation;
  const values = pointer !== undefined && keyword === 'enum' ? valuesIn(talliesOf(tally, pointer, fields)) : [];
  if (values.length > 0) return { kind: 'values', values, isServed: true };
  const allowed = pointer !== undefined && keyword === 'not' ? learnForbidden(tally, pointer, fields) : undefined;
  if (allowed || !isNeverRefused) return allowed;
  if (pointer !== undefined && keyword === 'required') return { kind: 'optional' };
  return rule === undefined ? undefined : { kind: 'rule off' };
}

/** A field that the document forbids, and the service takes: with its value, if it always has the same one. */
function learnForbidden(tally: ViolationTally, pointer: string, fields: FieldTallies): Learned | undefined {
  const [served] = messagesOf(tally, fields);
  const field = served?.field(pointer);
  if (!served || !field) return undefined;
  const isThere = isAlwaysThere(served, pointer) === true;
  const [value, ...others] = valuesIn([field]);
  const isFixed = isThere && value !== undefined && others.length === 0;
  const schema = { ...inferNewField(field, pointer), ...(isFixed && { enum: [value] }) };
  return { kind: 'field', schema, isAlwaysThere: isThere, isForbidden: true };
}

/** What was seen of the field, in the messages that break the rule. */
const talliesOf = (tally: ViolationTally, pointer: string, fields: FieldTallies): FieldTally[] =>
  messagesOf(tally, fields).flatMap((message) => message.field(pointer) ?? []);

/** Of answers those with the statuses of the ones that break the rule. */
const messagesOf = ({ violation, operation, of, statuses }: ViolationTally, fields: FieldTallies): MessageTally[] =>
  fields
    .messages()
    .filter(({ key }) => key.operation === operation && key.message === violation.part)
    .filter(({ key }) => of !== 'answer' || Object.hasOwn(statuses, String(key.status)));

function learnKeyword(keyword: string, tallies: FieldTally[]): Learned | undefined {
  if (tallies.length === 0) return undefined;
  if (keyword === 'type' || subjectsByKeyword[keyword] === 'format') {
    const schemas = tallies.map(inferSchema);
    const [first = {}] = schemas;
    const isSame = schemas.every((schema) => JSON.stringify(schema) === JSON.stringify(first));
    return { kind: 'keywords', keywords: isSame ? first : {}, without: ['type', 'format', 'pattern', 'enum'] };
  }
  const values = subjectsByKeyword[keyword] === 'enumeration' ? valuesIn(tallies) : [];
  return values.length > 0 ? { kind: 'values', values } : { kind: 'keywords', keywords: {}, without: [keyword] };
}
