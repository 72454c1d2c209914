import type { OpenApiDocument } from '@escrow-kit/spec';
import { type Finding, ofKind } from '../findings/finding.ts';
import type { SchemaPlaces } from '../findings/schema-places.ts';
import { newIds } from './propose-operations.ts';
import type { ProposedAction } from './proposed-action.ts';

/** Proposes which operation gives each kind of token: one of the document, or one that is proposed too. */
export function proposeTokenSources(
  findings: readonly Finding[],
  { document, places }: { document: OpenApiDocument; places: SchemaPlaces },
): ProposedAction[] {
  const added = newIds(findings, places);
  const sources = ofKind(findings, 'token source');
  return Object.entries(document.components.securitySchemes).flatMap(([name, { 'x-token': kind }]) => {
    const evidence = sources.filter(({ learned }) => learned.tokenKind === kind);
    const [source] = evidence;
    const known = places.operations.get(source?.operation ?? '')?.definition;
    const operation = known?.operationId ?? added.get(source?.operation ?? '');
    // Each new token would be a call, so an overlay may not name a write of the document.
    if (!source || operation === undefined || known?.['x-retry'] === 'write') return [];
    const { token, lifetime } = source.learned;
    const ofLifetime = lifetime === undefined ? undefined : 'Check that the lifetime is in seconds.';
    return [
      {
        path: ['components', 'securitySchemes', name],
        update: { 'x-obtained-by': { operation, token, expiresInSeconds: lifetime } },
        evidence,
        note: evidence.length > 1 ? 'Several operations give such tokens.' : ofLifetime,
      },
    ];
  });
}
