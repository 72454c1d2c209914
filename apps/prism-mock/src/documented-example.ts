import type { MockedOperation } from './mocked-operation.ts';

/** An example of an answer in the document. */
export interface DocumentedExample {
  name: string;
  /** Ids of the rules that it illustrates; for a refusal, the broken rule. */
  rules: string[];
}

/** The examples for a status of an operation, or those for its range (`4XX`) if the document has no others. */
export function listExamples({ responses }: MockedOperation, status: number | string): DocumentedExample[] {
  const response = responses[status] ?? responses[`${String(status)[0]}XX`];
  const content = Object.values(response?.content ?? {})[0];
  return Object.entries(content?.examples ?? {}).map(([name, example]) => ({ name, rules: example['x-rules'] ?? [] }));
}

/**
 * Chooses the example of a broken rule. If a rule has several, such as one for each missing field, chooses the one whose name
 * starts with the field.
 */
export function findExampleOfRule(
  examples: DocumentedExample[],
  rule: string,
  field?: string,
): DocumentedExample | undefined {
  const ofRule = examples.filter(({ rules }) => rules.includes(rule));
  return ofRule.find(({ name }) => field && name.startsWith(field)) ?? ofRule[0];
}
