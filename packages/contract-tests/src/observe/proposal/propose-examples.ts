import type { Response } from '@escrow-kit/spec';
import { type Finding, ofKind } from '../findings/finding.ts';
import { type OperationPlace, responseOf } from '../findings/schema-places.ts';
import { segmentsOf, valueAt } from '../pointer.ts';
import type { Draft, Path, Proposing } from './draft.ts';

/**
 * Where the examples of an answer have a value that no answer had, proposes the one that all had: mock and sandbox answer with examples.
 */
export function proposeExamples(findings: readonly Finding[], { places, draft }: Proposing): void {
  for (const finding of ofKind(findings, 'values')) {
    const { operation: id = '', status = 0, pointer = '', learned } = finding;
    const operation = places.operations.get(id);
    if (!operation || learned.insteadOf === undefined) continue;
    const { path, content = {} } = findAnswer(operation, status, draft);
    const steps = segmentsOf(pointer);
    const examples = Object.entries(content).flatMap(([mediaType, media]) =>
      Object.entries(media.examples ?? {}).map(([name, { value }]) => ({ mediaType, name, value })),
    );
    for (const { mediaType, name, value } of examples)
      if (valueAt(value, steps) === learned.insteadOf) {
        const place = [...path, 'content', mediaType, 'examples', name, 'value', ...steps];
        draft.put(place, learned.values[0], { evidence: [finding] });
      }
  }
}

/** Where an answer is, and its content. One that is shared has none here: it would change for all that share it. */
function findAnswer(
  operation: OperationPlace,
  status: number,
  draft: Draft,
): { path: Path } & Pick<Response, 'content'> {
  const path = [...operation.root, 'responses'];
  const written = draft.find<Response | undefined>([...path, String(status)], undefined);
  if (written) return { path: [...path, String(status)], ...written };
  const { key = '', response } = responseOf(operation, status) ?? {};
  const isShared = '$ref' in (operation.definition.responses[key] ?? {});
  return { path: [...path, key], ...(isShared ? {} : response) };
}
