import { mainRuleOf, responseFor } from '@escrow-kit/spec';
import type { MockedOperation } from './mocked-operation.ts';

/** An example of an answer in the document. */
export interface DocumentedExample {
  name: string;
  /** Ids of the rules that it illustrates; for a refusal, the broken rule. */
  rules: string[];
}

/** The examples for a status of an operation, or those of any other refusal if the document has none for it. */
export function listExamples({ responses }: MockedOperation, status: number | string): DocumentedExample[] {
  const response = responseFor(responses, Number(status));
  const content = Object.values(response?.content ?? {})[0];
  return Object.entries(content?.examples ?? {}).map(([name, example]) => ({ name, rules: example['x-rules'] ?? [] }));
}

/**
 * Finds the example of a broken rule, or, if there is none, of its main rule. If there are several, chooses one whose name starts
 * with the field, such as `phoneMissing` or `phoneNotE164`; otherwise the first.
 */
export function findExampleOfRule(
  examples: DocumentedExample[],
  { rule, field = 'body', isMissing = false }: { rule: string; field?: string | undefined; isMissing?: boolean },
): DocumentedExample | undefined {
  const exact = examples.filter(({ rules }) => rules[0] === rule);
  const ofRule = exact.length > 0 ? exact : examples.filter(({ rules }) => rules.includes(mainRuleOf(rule)));
  const start = field.replaceAll('_', '').toLowerCase();
  const ofField = ofRule.filter(({ name }) => name.toLowerCase().startsWith(start));
  return ofField.find(({ name }) => name.endsWith('Missing') === isMissing) ?? ofField[0] ?? ofRule[0];
}
