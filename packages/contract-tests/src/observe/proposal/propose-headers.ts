import type { Finding } from '../findings/finding.ts';
import type { OperationPlace, SchemaPlaces } from '../findings/schema-places.ts';
import { type ProposedAction, replace } from './proposed-action.ts';

/** Proposes the headers of successes. `answers` are the actions before, which may have written those successes anew. */
export function proposeHeaders(
  findings: readonly Finding[],
  places: SchemaPlaces,
  answers: readonly ProposedAction[],
): ProposedAction[] {
  return [...places.operations.values()].flatMap((operation) => {
    const own = findings.filter(
      ({ learned }) => learned?.kind === 'header' && learned.operations.includes(operation.id),
    );
    return own.length === 0 ? [] : proposeHeadersOf(operation, own, answers);
  });
}

function proposeHeadersOf(
  { root, responses, definition }: OperationPlace,
  evidence: readonly Finding[],
  answers: readonly ProposedAction[],
): ProposedAction[] {
  const path = [...root, 'responses'];
  const written = answers.filter((action) => action.path.join('\n') === path.join('\n'));
  const writtenKeys = written.flatMap(({ update = {} }) => Object.keys(update));
  const key = [...writtenKeys, ...Object.keys(responses)].find((status) => status.startsWith('2'));
  if (key === undefined) return [];
  const headers = Object.fromEntries(
    evidence.flatMap(({ learned }) => (learned?.kind === 'header' ? [[learned.name, { schema: learned.schema }]] : [])),
  );
  // A response that is shared has to be written out, because it would change for all that share it.
  const isShared = !writtenKeys.includes(key) && '$ref' in (definition.responses[key] ?? {});
  if (isShared) return replace({ path, key, isThere: true }, { ...responses[key], headers }, evidence);
  return [{ path: [...path, key], update: { headers }, evidence }];
}
