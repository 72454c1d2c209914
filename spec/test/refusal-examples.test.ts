import { describe, expect, test } from 'vitest';
import { mainRuleOf, rules, type Schema } from '../src/index.ts';
import { expandSchema } from '../src/validator/expand-schema.ts';
import { operations, response } from './bundle-copy.ts';

const constraining = ['type', 'not', 'oneOf'];

/** The rules that violations in the schema name: the first rule of each node that refuses something. */
function namedRules(node: unknown, found: Set<string> = new Set()): Set<string> {
  if (typeof node !== 'object' || node === null) return found;
  const first = (node as Schema)['x-rules']?.[0];
  if (first !== undefined && constraining.some((keyword) => keyword in node)) found.add(first);
  for (const value of Object.values(node)) namedRules(value, found);
  return found;
}

describe.for(Object.values(operations()))(
  '$operationId',
  ({ operationId, requestBody, parameters = [], responses }) => {
    const schemas = Object.values(requestBody?.content ?? {}).map(({ schema }) => expandSchema(schema));
    const refusals = Object.keys(responses).filter((status) => /^4/.test(status));

    test('has a refusal example for every rule that its schemas can name', () => {
      const examples = Object.values(response(operationId, '400')?.content?.['application/json']?.examples ?? {});
      const illustrated = new Set(examples.flatMap((example) => example['x-rules'] ?? []));

      expect([...namedRules([schemas, parameters])].filter((rule) => !illustrated.has(mainRuleOf(rule)))).toEqual([]);
    });

    test('has refusal examples whose body names the rule that they illustrate', () => {
      const examples = refusals.flatMap((status) =>
        Object.values(response(operationId, status)?.content?.['application/json']?.examples ?? {}),
      );
      const illustrations = examples.filter(({ value }) => (value as { error: unknown }).error === 'rule_violation');

      expect(examples.length).toBeGreaterThan(0);
      expect(examples.flatMap((example) => example['x-rules'] ?? []).filter((rule) => !(rule in rules))).toEqual([]);
      expect(illustrations.map(({ value }) => (value as { rule: string }).rule)).toEqual(
        illustrations.map((example) => example['x-rules']?.[0]),
      );
    });
  },
);

const takingJson = Object.values(operations()).filter(({ requestBody }) => requestBody?.content['application/json']);

test.for(takingJson)('ERR-1 $operationId has a refusal example for malformed JSON', ({ operationId }) => {
  const examples = response(operationId, '400')?.content?.['application/json']?.examples;

  expect(examples?.['malformedBody']?.['x-rules']).toContain('ERR-1');
});
