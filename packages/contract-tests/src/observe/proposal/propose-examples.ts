import type { Response } from '@escrow-kit/spec';
import type { Finding } from '../findings/finding.ts';
import { responseOf, type SchemaPlaces } from '../findings/schema-places.ts';
import { segmentsOf, valueAt } from '../pointer.ts';
import { type ProposedAction, toTarget } from './proposed-action.ts';

/**
 * Where the examples of an answer have a value that no answer had, proposes the one that all had: mock and sandbox answer with examples.
 * `answers` are the actions before, which may have written the answer anew.
 */
export function proposeExamples(
  findings: readonly Finding[],
  { places, answers }: { places: SchemaPlaces; answers: readonly ProposedAction[] },
): ProposedAction[] {
  return findings.flatMap((finding) => {
    const { operation: id = '', status = 0, pointer = '', learned } = finding;
    const operation = places.operations.get(id);
    if (!operation || learned?.kind !== 'values' || learned.insteadOf === undefined) return [];
    const { insteadOf, values } = learned;
    const path = [...operation.root, 'responses'];
    const written = answers.find(({ path: own, update = {} }) => toTarget(own) === toTarget(path) && status in update);
    const known = responseOf(operation, status);
    const key = written ? String(status) : (known?.key ?? '');
    // An answer that is shared would change for all that share it.
    if (!written && '$ref' in (operation.definition.responses[key] ?? {})) return [];
    const { content = {} } = (written?.update?.[key] ?? known?.response ?? {}) as Partial<Response>;
    const steps = segmentsOf(pointer);
    const name = steps.pop() ?? '';
    return Object.entries(content).flatMap(([mediaType, { examples = {} }]) =>
      Object.entries(examples)
        .filter(([, { value }]) => valueAt(value, segmentsOf(pointer)) === insteadOf)
        .map(([example]) => ({
          path: [...path, key, 'content', mediaType, 'examples', example, 'value', ...steps],
          update: { [name]: values[0] },
          evidence: [finding],
        })),
    );
  });
}
