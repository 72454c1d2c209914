import { type RuleStatement, ruleOfKeyword } from '../../src/document/parts.ts';
import type { Context, Json, Rule } from '../redocly.ts';

/** The keywords that can refuse a value in this document, except limits, which another rule forbids. */
const constraining = ['type', 'enum', 'pattern', 'format', 'not', 'oneOf', 'anyOf'];

/** A schema or parameter of a request, with its name for messages. */
interface Place {
  name: string;
  /** The file from which its references are resolved. */
  from?: string | undefined;
  /** The schemas around it, the nearest first. */
  around: RuleStatement[];
}

type Report = (name: string, problem: string) => void;

/**
 * The document names the rule, and so the basis, of each keyword that can refuse a request. The rule of `required` is in
 * `x-constraints`, because the service seldom says what may be left out.
 */
export const knownBasis: Rule = () => ({
  PathItem(pathItem, context) {
    checkParameters(pathItem, context);
  },
  Operation(operation, context) {
    checkParameters(operation, context);
    const body = (operation['requestBody'] ?? {}) as Json;
    for (const content of Object.values((body['content'] ?? {}) as Json)) {
      checkSchema((content as Json)['schema'], { name: 'body', around: [] }, context);
    }
  },
});

function reporter(context: Context): Report {
  return (name, problem) => context.report({ message: `${name}: ${problem}`, location: context.location.key() });
}

function checkParameters(holder: Json, context: Context): void {
  for (const listed of (holder['parameters'] ?? []) as Json[]) {
    const { node, location } = context.resolve(listed);
    const parameter = (node ?? listed) as Json & RuleStatement;
    const name = String(parameter['name']);
    // A request without one of its path parameters is a different request.
    if (parameter['required'] === true && parameter['in'] !== 'path' && !parameter['x-constraints']?.['required']) {
      reporter(context)(name, 'x-constraints names no rule of required.');
    }
    checkSchema(parameter['schema'], { name, from: location?.source.absoluteRef, around: [] }, context);
  }
}

function checkSchema(listed: unknown, { name, from, around }: Place, context: Context): void {
  if (typeof listed !== 'object' || listed === null) return;
  const { node, location } = context.resolve(listed, from);
  const schema = (node ?? listed) as Json & RuleStatement;
  const schemas = [schema, ...around];
  checkKeywords(schemas, name, reporter(context));
  for (const [inner, child] of childrenOf(schema)) {
    checkSchema(
      child,
      { name: `${name}${inner}`, from: location?.source.absoluteRef ?? from, around: schemas },
      context,
    );
  }
}

/** The schema comes first, then those around it. */
function checkKeywords(schemas: (Json & RuleStatement)[], name: string, report: Report): void {
  const [schema = {}] = schemas;
  for (const keyword of constraining) {
    if (keyword in schema && !ruleOfKeyword(schemas, keyword)) report(name, `x-rules names no rule of ${keyword}.`);
  }
  checkConstraints(schema, name, report);
}

function checkConstraints(schema: Json & RuleStatement, name: string, report: Report): void {
  const constraints = schema['x-constraints'] ?? {};
  for (const property of (schema['required'] ?? []) as string[]) {
    const rule = constraints[`required.${property}`] ?? constraints['required'];
    if (!rule) report(name, `x-constraints names no rule of required ${property}.`);
  }
  for (const key of Object.keys(constraints)) {
    const [keyword = key] = key.split('.');
    // The discriminator is required without being listed.
    const isThere = keyword in schema || (keyword === 'required' && 'discriminator' in schema);
    if (!isThere) report(name, `x-constraints names ${key}, which the schema does not have.`);
  }
}

/** The schemas inside a schema, each with its part of the path. */
function childrenOf(schema: Json): [string, unknown][] {
  const { properties = {}, items, additionalProperties, oneOf = [], anyOf = [] } = schema;
  const branches = [...(oneOf as unknown[]), ...(anyOf as unknown[])];
  return [
    ...Object.entries(properties as Json).map(([name, child]): [string, unknown] => [`.${name}`, child]),
    ['[]', items],
    ['.*', additionalProperties],
    ...branches.map((child, index): [string, unknown] => [`(${index})`, child]),
  ];
}
