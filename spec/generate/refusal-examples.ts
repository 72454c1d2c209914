import type { Example, OpenApiDocument, Parameter, Schema } from '../src/document/document.ts';
import { type DocumentedOperation, listOperations } from '../src/document/operations.ts';
import { mainRuleOf } from '../src/document/parts.ts';
import { findRule } from '../src/document/rules.ts';
import { expandSchema } from '../src/validator/schema-validator.ts';

const constraining = ['type', 'not', 'oneOf'];

/** The rules that a violation of what an operation takes can name: those of single keywords, and the first of each node that refuses something. */
export function rulesOfRequest({ body, parameters }: DocumentedOperation, document: OpenApiDocument): Set<string> {
  return namedRules([body && expandSchema(body.schema, document), parameters.filter(canBeBroken)]);
}

/** In a path, every text is an id. */
const canBeBroken = ({ in: place, schema }: Parameter): boolean => place !== 'path' || schema.type !== 'string';

function namedRules(node: unknown, found: Set<string> = new Set()): Set<string> {
  if (typeof node !== 'object' || node === null) return found;
  const first = (node as Schema)['x-rules']?.[0];
  if (first !== undefined && constraining.some((keyword) => keyword in node)) found.add(first);
  for (const rule of Object.values((node as Schema)['x-constraints'] ?? {})) found.add(rule);
  for (const value of Object.values(node)) namedRules(value, found);
  return found;
}

/**
 * Adds an example of a refusal for each rule that a request can break and that has no example, if the real body is not shown, and
 * the example of any other refusal, for what breaks no rule. The mock answers with them.
 */
export function addRefusalExamples(document: OpenApiDocument): void {
  for (const operation of listOperations(document)) {
    const { schema, examples } = operation.responses['400']?.content?.['application/json'] ?? {};
    if (!examples || !schema?.$ref?.endsWith('/NotShownRefusal')) continue;
    for (const rule of rulesOfRequest(operation, document)) {
      const isIllustrated = Object.values(examples).some((example) => example['x-rules']?.[0] === rule);
      if (!isIllustrated) examples[rule.toLowerCase().replace('-', '')] = refusalExample(rule);
    }
    Object.assign(examples, operation.responses['default']?.content?.['application/json']?.examples);
  }
}

function refusalExample(rule: string): Example {
  const text = findRule(rule)?.text ?? '';
  return {
    summary: text,
    description: 'Illustration. The real body is not shown.',
    'x-rules': [...new Set([rule, mainRuleOf(rule)])],
    value: { error: 'rule_violation', rule, message: text },
  };
}
