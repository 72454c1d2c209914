import type { Schema } from '@escrow-kit/spec';
import { rulesOfBody } from '../../explore/answer-validator.ts';
import type { KeptExchange, KeptViolation } from '../kept-exchange.ts';
import { type FieldTallies, type FieldTally, isAlwaysThere, type MessageTally } from './field-tallies.ts';
import type { StatusTallies } from './find-statuses.ts';
import { certaintyOf, type Finding, type Learned } from './finding.ts';
import { inferNewField, inferSchema } from './infer-schema.ts';
import { refusingRuleOf } from './refusing-rule.ts';
import { createSample } from './sample.ts';
import { isSuccess, type SchemaPlaces } from './schema-places.ts';
import {
  createExampleSighting,
  createSighting,
  type ExampleSighting,
  increase,
  sightExample,
  sightIn,
  type Tally,
} from './sighting.ts';

/** Keeps what contradicts the document, with an example of each. */
export interface ViolationTallies {
  add(exchange: KeptExchange): void;
  list(context: Pick<Context, 'fields' | 'replaced'>): Finding[];
}

/** What else was seen. */
interface Context {
  fields: FieldTallies;
  places: SchemaPlaces;
  replaced: StatusTallies['replaced'];
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

/** Creates empty tallies. */
export function createViolationTallies(places: SchemaPlaces): ViolationTallies {
  const seen = createSample<ViolationTally>(mostViolations, (key) => ({
    ...(JSON.parse(key) as Kind),
    ...createExampleSighting(),
    statuses: {},
  }));
  const exchanges = createSample(mostViolations, createSighting);
  /** How often requests were refused for a rule. */
  const refusals: Tally = {};
  return {
    add: (exchange) => {
      const group = groupOf(exchange);
      sightIn(exchanges, group, exchange);
      const rule = refusingRuleOf(exchange);
      if (rule !== undefined) increase(refusals, `${exchange.operation} ${rule}`);
      for (const key of violationsOf(exchange, group)) {
        const tally = seen.get(key);
        if (!tally) continue;
        increase(tally.statuses, String(exchange.status));
        sightExample(tally, exchange);
      }
    },
    list: (context) =>
      seen.entries().map(([, tally]) => {
        const { violation, operation, of, count, group } = tally;
        const refused = refusals[`${operation} ${violation.rule}`] ?? 0;
        const outOf = of === 'served request' ? count + refused : (exchanges.find(group)?.count ?? count);
        return toFinding(tally, outOf, { ...context, places });
      }),
  };
}

/** Exchanges of an operation with the same class of status, or all events. */
function groupOf({ operation = '', kind, status }: KeptExchange): string {
  if (kind === 'event') return `${operation} event`;
  return `${operation} ${status === undefined ? 'none' : `${Math.floor(status / 100)}xx`}`;
}

/** Each {@link Kind} of violation in an exchange, as JSON. What is wrong with the answer to an event is the application's. */
function violationsOf({ kind, operation = '', violations }: KeptExchange, group: string): Set<string> {
  return new Set(
    violations
      .filter((violation) => kind === 'call' || (violation.part === 'request' && !isOfSignatureForm(violation)))
      .map(({ part, at, pointer, keyword, rule, basis, message }) => {
        const ofCall = part === 'request' ? 'served request' : 'answer';
        const violation: KeptViolation = {
          part,
          at,
          message,
          ...(pointer !== undefined && { pointer }),
          ...(keyword !== undefined && { keyword }),
          ...(rule !== undefined && { rule }),
          ...(basis !== undefined && { basis }),
        };
        return JSON.stringify({ violation, operation, of: kind === 'event' ? 'event' : ofCall, group } satisfies Kind);
      }),
  );
}

/** The header and form of signatures have findings of their own. */
const isOfSignatureForm = ({ at, keyword, rule }: KeptViolation): boolean =>
  rule === 'HOOK-2' && at.startsWith('header') && keyword !== undefined;

function toFinding(tally: ViolationTally, outOf: number, context: Context): Finding {
  const { fields, places } = context;
  const { violation, operation, of, statuses, count, firstAt, lastAt, example } = tally;
  const { rule, basis, part, pointer } = violation;
  const isOfOneStatus = of === 'answer' && Object.keys(statuses).length === 1;
  const status = isOfOneStatus ? example?.status : undefined;
  const learned = learn(tally, { status, isNeverRefused: outOf === count }, context);
  return {
    part: isStated(basis) ? 'contradicts' : 'shown now',
    subject: subjectOf(violation),
    operation,
    message: part,
    ...(status !== undefined && { status }),
    ...(rule !== undefined && { rule }),
    ...(pointer !== undefined && { pointer }),
    text: describe(tally, describeValues(tally, { status, fields, places }) ?? violation.message),
    count,
    outOf,
    certainty: certaintyOf(count, of === 'served request' ? outOf : count),
    firstAt,
    lastAt,
    ...(example && { example }),
    ...(learned && { learned }),
  };
}

/** Where no rule is named, the document states it all the same. */
const isStated = (basis: KeptViolation['basis']): boolean => basis === undefined || basis === 'stated';

function subjectOf({ at, keyword, part }: KeptViolation): Finding['subject'] {
  if (at.startsWith('status')) return part === 'response' ? 'status' : 'event';
  if (at.startsWith('header')) return 'header';
  if (keyword === 'required') return 'required';
  if (keyword === 'enum' || keyword === 'const' || keyword === 'not') return 'enumeration';
  if (keyword === 'format' || keyword === 'pattern') return 'format';
  return keyword === 'type' ? 'type' : 'field';
}

function describe({ violation: { at, rule, basis }, operation, of }: ViolationTally, message: string): string {
  const place = at.replace(/^body\.?/, '').replaceAll('[*]', '[]') || 'the body';
  const subject = of === 'served request' ? `${operation} serves what has to be refused` : operation;
  const assumption = isStated(basis) ? '' : `, which differs from what is ${basis}`;
  return `${subject}: ${place} ${message}${assumption}${rule === undefined ? '' : ` (${rule})`}.`;
}

/** Such as `is OPEN, not one of CREATED`, or `is true, and must not be sent`. Undefined if the values may not be kept, or it is about something else. */
function describeValues(
  tally: ViolationTally,
  { status, fields, places }: { status: number | undefined; fields: FieldTallies; places: SchemaPlaces },
): string | undefined {
  const { violation, operation } = tally;
  const { keyword, pointer, part } = violation;
  if (pointer === undefined || !['enum', 'const', 'not'].includes(keyword ?? '')) return undefined;
  const values = [...new Set(valuesIn(talliesOf(tally, pointer, fields)))];
  const schemas = places.find({ operation, message: part, status }, pointer).at(-1) ?? [];
  const documented = schemas.flatMap(({ schema }) => schema.enum ?? []);
  const came = values.filter((value) => !documented.includes(value)).slice(0, mostNamedValues);
  if (came.length === 0) return undefined;
  const named = `is ${came.map(String).join(' or ')}`;
  if (keyword === 'not') return `${named}, and ${violation.message}`;
  return documented.length === 0 ? undefined : `${named}, not one of ${documented.join(', ')}`;
}

/** The values, of fields whose values may all be kept. */
const valuesIn = (tallies: readonly FieldTally[]): unknown[] =>
  tallies.flatMap((field) => field.values() ?? []).map(({ value }) => value);

/** A sentence names no more. */
const mostNamedValues = 5;

/** What the document would say instead. */
function learn(
  tally: ViolationTally,
  { status, isNeverRefused }: { status: number | undefined; isNeverRefused: boolean },
  context: Context,
): Learned | undefined {
  const { fields } = context;
  const { violation, of } = tally;
  const { pointer, keyword, at, rule, basis } = violation;
  const ruleOff: Learned | undefined = rule === undefined ? undefined : { kind: 'rule off' };
  if (of === 'served request')
    return learnOfServed(tally, isNeverRefused, fields) ?? (isNeverRefused ? ruleOff : undefined);
  const learnedStatus = at === 'status' ? learnStatus(tally, status, context) : undefined;
  if (learnedStatus) return learnedStatus;
  // What only the kit assumes of an answer is no rule of the document.
  if (pointer === undefined || keyword === undefined) return isStated(basis) ? ruleOff : undefined;
  return keyword === 'required' ? { kind: 'optional' } : learnKeyword(keyword, talliesOf(tally, pointer, fields));
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

function learnOfServed(tally: ViolationTally, isNeverRefused: boolean, fields: FieldTallies): Learned | undefined {
  const { keyword, pointer } = tally.violation;
  if (pointer === undefined) return undefined;
  if (keyword === 'required') return isNeverRefused ? { kind: 'optional' } : undefined;
  if (keyword === 'not') return learnForbidden(tally, pointer, fields);
  const values = keyword === 'enum' ? valuesIn(talliesOf(tally, pointer, fields)) : [];
  return values.length > 0 ? { kind: 'values', values, isServed: true } : undefined;
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
  if (keyword === 'enum' || keyword === 'const' || keyword === 'not') {
    const values = valuesIn(tallies);
    return values.length > 0 ? { kind: 'values', values } : { kind: 'keywords', keywords: {}, without: [keyword] };
  }
  if (keyword === 'type' || keyword === 'format' || keyword === 'pattern') {
    const schemas = tallies.map(inferSchema);
    const [first = {}] = schemas;
    const isSame = schemas.every((schema) => JSON.stringify(schema) === JSON.stringify(first));
    const keywords: Schema = isSame ? first : {};
    return { kind: 'keywords', keywords, without: ['type', 'format', 'pattern', 'enum'] };
  }
  return { kind: 'keywords', keywords: {}, without: [keyword] };
}
