import { describe, expect, test } from 'vitest';
import { rulesOfRequest } from '../generate/refusal-examples.ts';
import { openApiDocument, operations, rules } from '../src/index.ts';

describe.for(operations)('$id', (operation) => {
  const refusals = Object.entries(operation.responses).filter(([status]) => /^4/.test(status));

  test('has a refusal example for every rule that its schemas can name', () => {
    const examples = Object.values(operation.responses['400']?.content?.['application/json']?.examples ?? {});
    const illustrated = new Set(examples.flatMap((example) => example['x-rules']?.[0] ?? []));

    const named = [...rulesOfRequest(operation, openApiDocument)];
    expect(named.filter((rule) => !illustrated.has(rule))).toEqual([]);
  });

  test('has refusal examples whose body names their rule', () => {
    const examples = refusals.flatMap(([, { content }]) =>
      Object.values(content?.['application/json']?.examples ?? {}),
    );
    const illustrations = examples.filter(({ value }) => (value as { error: unknown }).error === 'rule_violation');

    expect(examples.length).toBeGreaterThan(0);
    expect(examples.flatMap((example) => example['x-rules'] ?? []).filter((rule) => !(rule in rules))).toEqual([]);
    expect(illustrations.map(({ value }) => (value as { rule: string }).rule)).toEqual(
      illustrations.map((example) => example['x-rules']?.[0]),
    );
  });
});
