import { type Finding, ofKind } from '../findings/finding.ts';
import { responseOf, type SchemaPlaces } from '../findings/schema-places.ts';
import { segmentsOf, valueAt } from '../pointer.ts';
import { type ProposedAction, writtenAnswers } from './proposed-action.ts';

/**
 * Where the examples of an answer have a value that no answer had, proposes the one that all had: mock and sandbox answer with examples.
 * `answers` are the actions before, which may have written the answer anew.
 */
export function proposeExamples(
  findings: readonly Finding[],
  { places, answers }: { places: SchemaPlaces; answers: readonly ProposedAction[] },
): ProposedAction[] {
  return ofKind(findings, 'values').flatMap((finding) => {
    const { operation: id = '', status = 0, pointer = '', learned } = finding;
    const operation = places.operations.get(id);
    if (!operation || learned.insteadOf === undefined) return [];
    const written = writtenAnswers(answers, operation)[status];
    const known = responseOf(operation, status);
    const key = written ? String(status) : (known?.key ?? '');
    // An answer that is shared would change for all that share it.
    if (!written && '$ref' in (operation.definition.responses[key] ?? {})) return [];
    const { content = {} } = written ?? known?.response ?? {};
    const steps = segmentsOf(pointer);
    const name = steps.at(-1) ?? '';
    return Object.entries(content).flatMap(([mediaType, { examples = {} }]) =>
      Object.entries(examples)
        .filter(([, { value }]) => valueAt(value, steps) === learned.insteadOf)
        .map(([example]) => {
          const path = [...operation.root, 'responses', key, 'content', mediaType, 'examples', example, 'value'];
          return { path: [...path, ...steps.slice(0, -1)], update: { [name]: learned.values[0] }, evidence: [finding] };
        }),
    );
  });
}
