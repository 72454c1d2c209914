import { type Finding, type FindingOf, ofKind } from '../findings/finding.ts';
import type { OperationPlace, SchemaPlaces } from '../findings/schema-places.ts';
import type { Marker } from './mark-sensitive.ts';
import { type ProposedAction, replace, writtenAnswers } from './proposed-action.ts';

interface Headers {
  places: SchemaPlaces;
  mark: Marker;
  /** The actions before, which may have written successes anew. */
  answers: readonly ProposedAction[];
}

/** Proposes the headers of the rate limit, of successes. Commands of the kit act on no other header, so those are for the report alone. */
export function proposeHeaders(findings: readonly Finding[], headers: Headers): ProposedAction[] {
  const found = ofKind(findings, 'header').filter(({ subject }) => subject === 'rate limit');
  return [...headers.places.operations.values()].flatMap((operation) => {
    const own = found.filter(({ learned }) => learned.operations.includes(operation.id));
    return own.length === 0 ? [] : proposeHeadersOf(operation, own, headers);
  });
}

function proposeHeadersOf(
  operation: OperationPlace,
  evidence: readonly FindingOf<'header'>[],
  { answers, mark }: Headers,
): ProposedAction[] {
  const { root, responses, definition } = operation;
  const path = [...root, 'responses'];
  const written = Object.keys(writtenAnswers(answers, operation));
  const key = [...written, ...Object.keys(responses)].find((status) => status.startsWith('2'));
  if (key === undefined) return [];
  const headers = Object.fromEntries(
    evidence.map(({ learned: { name, schema } }) => [name, { schema: mark(schema, name) }]),
  );
  // A response that is shared has to be written out, because it would change for all that share it.
  const isShared = !written.includes(key) && '$ref' in (definition.responses[key] ?? {});
  if (isShared) return replace({ path, key, isThere: true }, { ...responses[key], headers }, evidence);
  return [{ path: [...path, key], update: { headers }, evidence }];
}
