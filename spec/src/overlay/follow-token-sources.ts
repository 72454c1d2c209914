import type { OpenApiDocument, Operation, Response, Schema } from '../document/document.ts';
import { keysOf, resolveIn } from '../document/parts.ts';
import { operationsIn } from '../document/read-facts.ts';

/**
 * Puts the token that mock and sandbox accept into the example of the answer that gives it, and marks it as a secret there. The answer
 * is written out, because others may share its parts.
 */
export function followTokenSources(document: OpenApiDocument): void {
  const operations = operationsIn(document.paths).map(({ definition }) => definition);
  for (const { 'x-obtained-by': source, 'x-example-token': token } of Object.values(
    document.components.securitySchemes,
  )) {
    const operation = operations.find(({ operationId }) => operationId === source?.operation);
    if (source && operation) writeOut(operation, { keys: keysOf(source.token), token }, document);
  }
}

/** A token, and the keys that lead to it in an answer. */
interface GivenToken {
  keys: string[];
  token: string;
}

function writeOut({ responses }: Operation, { keys, token }: GivenToken, document: OpenApiDocument): void {
  for (const [status, listed] of Object.entries(responses).filter(([each]) => each.startsWith('2'))) {
    const response = structuredClone(resolveIn(document, listed as Response));
    if (response) responses[status] = response;
    for (const media of Object.values(response?.content ?? {})) {
      media.schema = withMark(media.schema, keys, document);
      for (const { value } of Object.values(media.examples ?? {})) replaceAt(value, keys, token);
    }
  }
}

/** A schema, written out, with a mark at what these keys lead to. What is not described there gets a schema. */
function withMark(schema: Schema, [key, ...inside]: string[], document: OpenApiDocument): Schema {
  const whole: Schema = resolveIn(document, schema) ?? {};
  if (key === undefined) return { ...whole, 'x-sensitive': 'secret' };
  if (whole.type === 'array') return { ...whole, items: withMark(whole.items ?? {}, inside, document) };
  const { properties = {} } = whole;
  const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
  return { ...whole, properties: { ...properties, [key]: withMark(property ?? {}, inside, document) } };
}

/** Replaces the text that these keys lead to, if there is one. */
function replaceAt(value: unknown, [key = '', ...inside]: string[], text: string): void {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return;
  const holder = value as Record<string, unknown>;
  if (inside.length > 0) replaceAt(holder[key], inside, text);
  else if (typeof holder[key] === 'string') holder[key] = text;
}
