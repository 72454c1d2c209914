import { isDeepStrictEqual } from 'node:util';
import { type Finding, ofKind } from '../findings/finding.ts';
import type { Path, Proposing } from './draft.ts';

/**
 * Proposes the headers of the rate limit, of successes. Commands of the kit act on no other header, so those are for the report alone.
 * `answers` are those that were put anew.
 */
export function proposeHeaders(
  findings: readonly Finding[],
  answers: readonly Path[],
  { places, mark, draft }: Proposing,
): void {
  const found = ofKind(findings, 'header').filter(({ subject }) => subject === 'rate limit');
  for (const { id, root, responses, definition } of places.operations.values()) {
    const own = found.filter(({ learned }) => learned.operations.includes(id));
    const path = [...root, 'responses'];
    const written = answers
      .filter((answer) => isDeepStrictEqual(answer.slice(0, -1), path))
      .map((answer) => answer.at(-1));
    const key = [...written, ...Object.keys(responses)].find((status) => status?.startsWith('2'));
    if (key === undefined || own.length === 0) continue;
    // A response that is shared has to be written out, because it would change for all that share it.
    const isShared = !written.includes(key) && '$ref' in (definition.responses[key] ?? {});
    if (isShared) draft.put([...path, key], responses[key], { evidence: [] });
    for (const finding of own) {
      const { name, schema } = finding.learned;
      draft.put([...path, key, 'headers', name], { schema: mark(schema, name) }, { evidence: [finding] });
    }
  }
}
