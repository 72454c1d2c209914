import type { Schema } from '@escrow-kit/spec';
import { type Body, toFields } from './har.ts';
import { documentedAnswer, isServed, type KnownExchange, schemaOf } from './known-exchange.ts';
import { namesOfKeys } from './names.ts';
import { hasOpenType, isFreeForm, isShapeless, type Schemas, schemasOf, stepInto } from './schemas.ts';

/** A status that the document leaves open, or does not have. */
export interface SeenStatus {
  operation: string;
  status: number;
}

/** A type of a field that the document does not have, or whose type it leaves open. */
export interface SeenField {
  operation: string;
  /** Such as `request`, `query`, `event` or `answer 200`. */
  message: string;
  /** A JSON pointer with `*` for elements and ids. Empty for the body itself. */
  field: string;
  /** Of JSON; `integer` for a whole number. Of a body also `none` and `text`. */
  type: string;
}

/** The status of an answer, if the document leaves it open. */
export function findOpenStatus({ call, answer }: KnownExchange): SeenStatus[] {
  if (!call || !answer) return [];
  const documented = call.responses[answer.status];
  const isShown = documented !== undefined && documented['x-not-shown'] === undefined;
  return isShown ? [] : [{ operation: call.id, status: answer.status }];
}

/** What messages show of fields that the document leaves open. A refused request shows nothing. */
export function findOpenFields(exchange: KnownExchange): SeenField[] {
  const { operation, call, url, body, answer } = exchange;
  const ofMessage = (message: string, found: Omit<SeenField, 'operation' | 'message'>[]): SeenField[] =>
    found.map((field) => ({ operation: operation.id, message, ...field }));
  const ofBody = (message: string, own: Body, schema: Schema | undefined): SeenField[] =>
    ofMessage(message, listOpen(own, schema ? schemasOf(schema) : []));

  if (!call) return ofBody('event', body, operation.body?.schema);
  if (!answer || answer.body.kind === 'page') return [];
  const documented = documentedAnswer(operation, answer.status);
  const ofAnswer = ofBody(`answer ${answer.status}`, answer.body, documented && schemaOf(documented));
  if (!isServed(exchange)) return ofAnswer;
  const known = operation.parameters.map((parameter) => parameter.name);
  const query = Object.keys(toFields(url.searchParams)).filter((name) => !known.includes(name));
  return [
    ...ofBody('request', body, operation.body?.schema),
    ...ofMessage(
      'query',
      [...namesOfKeys(query).values()].map((name) => ({ field: `/${name}`, type: 'string' })),
    ),
    ...ofAnswer,
  ];
}

/** What is deeper, or beyond so many values, is not looked at. */
const [deepest, mostValues] = [16, 20_000];

type OpenField = Pick<SeenField, 'field' | 'type'>;

/** A value, and the schemas that describe it: none if the document does not have it. */
interface Node {
  value: unknown;
  schemas: Schemas;
  field: string;
  depth: number;
}

function listOpen({ kind, content }: Body, root: Schemas): OpenField[] {
  if (kind === 'none' || kind === 'text') return isShapeless(root) ? [{ field: '', type: kind }] : [];
  if (content === undefined) return [];
  const found: OpenField[] = [];
  const waiting: Node[] = [{ value: content, schemas: root, field: '', depth: 0 }];
  for (let looked = 0; looked < mostValues; looked += 1) {
    const node = waiting.pop();
    if (!node) break;
    const { value, schemas, field, depth } = node;
    const isOpen = schemas.length === 0 || isShapeless(schemas) || hasOpenType(schemas);
    if (isOpen) found.push({ field, type: typeOf(value) });
    if (depth < deepest && !isFreeForm(schemas)) waiting.push(...membersOf(node));
  }
  return found;
}

function membersOf({ value, schemas, field, depth }: Node): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  const members = Object.entries(value).map(([key, member]) => ({ key, member, step: stepInto(schemas, key) }));
  const isUnknown = ({ step }: (typeof members)[number]): boolean => step.schemas.length === 0 && !Array.isArray(value);
  const names = namesOfKeys(members.filter(isUnknown).map(({ key }) => key));
  return members.map(({ key, member, step }) => ({
    value: member,
    schemas: step.schemas,
    field: `${field}/${names.get(key) ?? step.name}`,
    depth: depth + 1,
  }));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
