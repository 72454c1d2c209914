import type { OpenApiDocument } from '@escrow-kit/spec';
import type { Finding } from '../findings/finding.ts';
import type { SchemaPlaces } from '../findings/schema-places.ts';
import { newIds } from './propose-operations.ts';
import type { ProposedAction } from './proposed-action.ts';

/** Proposes which operation gives each kind of token: one of the document, or one that is proposed too. */
export function proposeTokenSources(
  findings: readonly Finding[],
  { document, places }: { document: OpenApiDocument; places: SchemaPlaces },
): ProposedAction[] {
  const added = newIds(findings, places);
  const schemes = Object.entries(document.components.securitySchemes);
  return schemes.flatMap(([name, scheme]): ProposedAction[] => {
    const evidence = findings.filter(
      ({ learned }) => learned?.kind === 'token source' && learned.tokenKind === scheme['x-token'],
    );
    const [{ operation: key = '', learned } = {}] = evidence;
    const known = places.operations.get(key)?.definition;
    const operation = known?.operationId ?? added.get(key);
    // Each new token would be a call, so an overlay may not name a write of the document.
    if (learned?.kind !== 'token source' || operation === undefined || known?.['x-retry'] === 'write') return [];
    const { token, lifetime } = learned;
    const source = { operation, token, ...(lifetime !== undefined && { expiresInSeconds: lifetime }) };
    const note =
      evidence.length > 1 ? 'Several operations give such tokens.' : 'Check that the lifetime is in seconds.';
    return [
      {
        path: ['components', 'securitySchemes', name],
        update: { 'x-obtained-by': source },
        evidence,
        ...((evidence.length > 1 || lifetime !== undefined) && { note }),
      },
    ];
  });
}
