/** A difference of two documents, as in redocly's JSON report. */
export interface DocumentChange {
  /** A pointer into the document, such as `#/paths/~1users~1{userId}/get`. */
  path: string;
  typeName: string;
  kind: 'added' | 'removed' | 'modified';
  impact: 'patch' | 'minor' | 'major';
  /** The one property that differs. Absent if the whole object was added or removed. */
  property?: string;
  verdicts: { impact: DocumentChange['impact']; message: string }[];
  revision?: { value?: unknown };
}

/**
 * Extensions that clients act on: the host and the token of a call, whether it is sent again, which fields they fill in and
 * which they hide. Redocly ignores them.
 */
const decisiveExtensions = new Set(['x-host', 'x-token', 'x-retry', 'x-fixed', 'x-sensitive']);

/** Whether users of the last released document have to change something. */
export function isBreaking(change: DocumentChange): boolean {
  return change.impact === 'major' || redirectsCalls(change) || weakensWebhookHeader(change);
}

/** The change in one sentence. */
export function describeChange({ verdicts, typeName, property, kind }: DocumentChange): string {
  const [verdict] = verdicts.filter(({ impact }) => impact === 'major');
  if (verdict) return verdict.message;
  return property ? `\`${property}\` of a ${typeName} was ${kind}.` : `A ${typeName} was ${kind}.`;
}

function redirectsCalls({ kind, property }: DocumentChange): boolean {
  return kind !== 'added' && property !== undefined && decisiveExtensions.has(property);
}

/** Redocly treats a webhook's headers as those of a request to the service, where removing one breaks nobody. */
function weakensWebhookHeader({ path, typeName, kind, property, revision }: DocumentChange): boolean {
  if (typeName !== 'Parameter' || !path.startsWith('#/x-webhooks/')) return false;
  if (property === undefined) return kind === 'removed';
  if (property === 'required') return revision?.value !== true;
  return property === 'name' || property === 'in';
}
