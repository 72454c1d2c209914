import { responseFor, type ServiceOperation } from '@escrow-kit/spec';
import type { RequestViolation } from '@escrow-kit/spec/validate';

/** An example of an answer in the document. */
export interface DocumentedExample {
  name: string;
  /** Ids of the rules that it illustrates; for a refusal, the broken rule. */
  rules: string[];
}

/** The examples for a status of an operation, or those of any other refusal if the document has none for it. */
export function listExamples({ responses }: ServiceOperation, status: number | string): DocumentedExample[] {
  const content = Object.values(responseFor(responses, Number(status))?.content ?? {})[0];
  return Object.entries(content?.examples ?? {}).map(([name, example]) => ({ name, rules: example['x-rules'] ?? [] }));
}

/**
 * Finds the example of the rule that is broken. If there are several, chooses one whose name starts with the field, such as
 * `phoneMissing` or `phoneNotE164`; otherwise the first.
 */
export function findExampleOf(
  examples: DocumentedExample[],
  { rule, path, message }: RequestViolation,
): DocumentedExample | undefined {
  const ofRule = examples.filter(({ rules }) => rules[0] === rule);
  const start = (path.split('.').at(-1) || 'body').replaceAll('_', '').toLowerCase();
  const ofField = ofRule.filter(({ name }) => name.toLowerCase().startsWith(start));
  const isMissing = message === 'is missing';
  return ofField.find(({ name }) => name.endsWith('Missing') === isMissing) ?? ofField[0] ?? ofRule[0];
}
