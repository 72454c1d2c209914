import { type Finding, ofKind } from '../findings/finding.ts';
import type { Proposing } from './draft.ts';
import { newIds } from './propose-operations.ts';

/** Proposes which operation gives each kind of token: one of the document, or one that is proposed too. */
export function proposeTokenSources(findings: readonly Finding[], { document, places, draft }: Proposing): void {
  const added = newIds(findings, places);
  const sources = ofKind(findings, 'token source');
  for (const [name, { 'x-token': kind }] of Object.entries(document.components.securitySchemes)) {
    const evidence = sources.filter(({ learned }) => learned.tokenKind === kind);
    const [source] = evidence;
    const known = places.operations.get(source?.operation ?? '')?.definition;
    const operation = known?.operationId ?? added.get(source?.operation ?? '');
    // Each new token would be a call, so an overlay may not name a write of the document, or a call that takes this token.
    const isPossible = known?.['x-retry'] !== 'write' && !known?.security?.some((one) => Object.hasOwn(one, name));
    if (!source || operation === undefined || !isPossible) continue;
    const { token, lifetime } = source.learned;
    const ofLifetime = lifetime === undefined ? undefined : 'Check that the lifetime is in seconds.';
    const note = evidence.length > 1 ? 'Several operations give such tokens.' : ofLifetime;
    const obtainedBy = { operation, token, expiresInSeconds: lifetime };
    draft.put(['components', 'securitySchemes', name, 'x-obtained-by'], obtainedBy, { evidence, note });
  }
}
