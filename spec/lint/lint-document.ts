import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import rules from '../rules.json' with { type: 'json' };
import { baseDocument } from '../src/document/base-document.ts';
import type { OpenApiDocument, Parameter, Schema } from '../src/document/document.ts';
import { type DocumentedOperation, listOperations } from '../src/document/operations.ts';
import { nodesOf, type RuleStatement, resolveIn, ruleOfKeyword } from '../src/document/parts.ts';
import { findProblem } from '../src/overlay/check-document.ts';

/** Sentences that say what is wrong. */
type Problems = Generator<string, void>;

/**
 * What is wrong with the kit's own document beyond what Redocly finds: first what no document may have, then what the kit asks of its
 * own. `workflows` is the Arazzo document.
 */
export async function lintDocument(document: OpenApiDocument, workflows: object): Promise<string[]> {
  const problem = await findProblem(document, baseDocument);
  if (problem !== undefined) return [problem];
  const operations = listOperations(document);
  return [
    ...ruleProblems(document, workflows),
    ...markProblems(document),
    ...operations.flatMap((operation) => [...exampleProblems(operation)]),
    ...operations.flatMap((operation) => [...operationProblems(operation, operations)]),
    ...operations.flatMap((operation) => [...basisProblems(operation, document)]),
  ];
}

/** The ids that a node states in `x-rules` and `x-constraints`. */
const statedBy = ({ 'x-rules': own = [], 'x-constraints': constraints = {} }: RuleStatement): string[] => [
  ...own,
  ...Object.values(constraints),
];

/** Every rule that the document must hold is stated somewhere, and workflows name rules that exist. */
function* ruleProblems(document: OpenApiDocument, workflows: object): Problems {
  const stated = new Set(nodesOf(document).flatMap(({ node }) => statedBy(node)));
  for (const [id, { heldBy }] of Object.entries(rules)) {
    if (heldBy.includes('document') && !stated.has(id)) yield `Nothing states ${id}.`;
  }
  for (const id of nodesOf(workflows).flatMap(({ node }) => statedBy(node))) {
    if (!Object.hasOwn(rules, id)) yield `A workflow names the rule ${id}, which rules.json does not have.`;
  }
}

const marks: Record<string, readonly string[]> = {
  secret: ['ticket', 'client_secret', 'clientUserToken', 'waffy_token', 'otp'],
  personal: [
    ...['phoneNumber', 'phone', 'login_hint', 'firstName', 'lastName', 'name', 'email', 'iban', 'beneficiaryName'],
    ...['nationalId', 'street', 'district', 'city', 'postalCode', 'metadata'],
  ],
};

/** A property that holds a secret or personal data says so, so that loggers and editors know. */
function* markProblems(document: OpenApiDocument): Problems {
  for (const { keys, node } of nodesOf(document)) {
    const name = keys.at(-2) === 'properties' ? (keys.at(-1) ?? '') : '';
    const mark = Object.keys(marks).find((kind) => marks[kind]?.includes(name));
    const { 'x-sensitive': own } = resolveIn<Schema>(document, node) ?? {};
    if (mark !== undefined && own !== mark) yield `#/${keys.join('/')}: x-sensitive is ${mark}.`;
  }
}

/** The mock chooses an example of an answer by its name, and one of a refusal by its rule. */
function* exampleProblems({ id, responses }: DocumentedOperation): Problems {
  for (const [status, { content = {} }] of Object.entries(responses)) {
    for (const { examples = {} } of Object.values(content)) {
      const names = Object.keys(examples);
      const isNamed = names.length > 0 && names.every((name) => /^[a-z][a-zA-Z0-9]*$/.test(name));
      if (!isNamed) yield `${id}: the answer ${status} needs examples, named in camelCase.`;
      const without = /^[45]/.test(status) ? names.find((name) => !examples[name]?.['x-rules']) : undefined;
      if (without !== undefined) yield `${id}: the refusal ${status} ${without} needs x-rules.`;
    }
  }
}

/** USER-2: registering a customer twice links the same customer, so it may be sent again. */
const repeatable = ['registerCustomer'];

/** An operation says how it may be sent again, and a deprecated one what replaces it (LEGACY-4). */
function* operationProblems({ id, method, definition }: DocumentedOperation, all: DocumentedOperation[]): Problems {
  const write = repeatable.includes(id) ? 'repeatable' : 'write';
  const retry = method === 'GET' ? 'read' : write;
  if (definition['x-retry'] !== retry) yield `${id}: x-retry is ${retry}.`;
  const replacement = definition['x-replaced-by'];
  if ((definition.deprecated === true) !== (replacement !== undefined)) {
    yield `${id}: deprecated: true and x-replaced-by go together.`;
  }
  if (replacement !== undefined && !all.some((other) => other.id === replacement)) {
    yield `${id}: x-replaced-by names an operationId of this document.`;
  }
}

/** The keywords that can refuse a value in this document, except limits, which Redocly is told to forbid. */
const constraining = ['type', 'enum', 'pattern', 'format', 'not', 'oneOf', 'anyOf'];

/**
 * The document names the rule, and so the basis, of each keyword that can refuse a request. The rule of `required` is in
 * `x-constraints`, because the service seldom says what may be left out.
 */
function* basisProblems({ id, parameters, body }: DocumentedOperation, document: OpenApiDocument): Problems {
  for (const parameter of parameters) yield* parameterProblems(parameter);
  if (body) yield* schemaProblems(body.schema, 'body', []);

  function* parameterProblems({
    name,
    in: place,
    required,
    schema,
    'x-constraints': constraints,
  }: Parameter): Problems {
    // A request without one of its path parameters is a different request.
    const isOptional = !required || place === 'path';
    if (!isOptional && !constraints?.['required']) yield `${id} ${name}: x-constraints names no rule of required.`;
    yield* schemaProblems(schema, name, []);
  }

  /** `around` has the schemas around it, the nearest first. */
  function* schemaProblems(listed: Schema, name: string, around: Schema[]): Problems {
    const schema = resolveIn(document, listed) ?? {};
    const schemas = [schema, ...around];
    for (const problem of keywordProblems(schema, schemas)) yield `${id} ${name}: ${problem}`;
    const { properties = {}, items, additionalProperties, oneOf = [], anyOf = [] } = schema;
    for (const [key, child] of Object.entries(properties)) yield* schemaProblems(child, `${name}.${key}`, schemas);
    const inner = [items, additionalProperties, ...oneOf, ...anyOf].filter((child) => child !== undefined);
    for (const [at, child] of inner.entries()) yield* schemaProblems(child, `${name}[${at}]`, schemas);
  }
}

function* keywordProblems(schema: Schema, schemas: Schema[]): Problems {
  const { required = [], 'x-constraints': constraints = {} } = schema;
  for (const keyword of constraining) {
    const isStated = !(keyword in schema) || ruleOfKeyword(schemas, keyword) !== undefined;
    if (!isStated) yield `x-rules names no rule of ${keyword}.`;
  }
  for (const property of required) {
    const rule = constraints[`required.${property}`] ?? constraints['required'];
    if (!rule) yield `x-constraints names no rule of required ${property}.`;
  }
  for (const key of Object.keys(constraints)) {
    const [keyword = key] = key.split('.');
    // The discriminator is required without being listed.
    const isThere = keyword in schema || (keyword === 'required' && 'discriminator' in schema);
    if (!isThere) yield `x-constraints names ${key}, which the schema does not have.`;
  }
}

if (import.meta.main) {
  const problems = await lintDocument(baseDocument, parse(readFileSync('workflows.arazzo.yaml', 'utf8')));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
