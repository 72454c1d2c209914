/** A difference of two documents, in the words of redocly's JSON report. */
export interface DocumentChange {
  /** A pointer into the document, such as `#/paths/~1users~1{userId}/get`. */
  path: string;
  typeName: string;
  kind: 'added' | 'removed' | 'modified';
  impact: 'patch' | 'minor' | 'major';
  /** The one property that differs. Absent where the whole object came or went. */
  property?: string;
  verdicts: { impact: DocumentChange['impact']; message: string }[];
  revision?: { value?: unknown };
}

/**
 * Extensions that clients act on: where a call goes, with which token, whether it is sent again, which fields they fill in
 * and which they hide. To redocly they are remarks.
 */
const decisiveExtensions = new Set(['x-host', 'x-token', 'x-retry', 'x-fixed', 'x-sensitive']);

/** Whether users of the last released document must change something. */
export function isBreaking(change: DocumentChange): boolean {
  return change.impact === 'major' || redirectsCalls(change) || weakensWebhookHeader(change);
}

/** What the change is, in one sentence. */
export function describeChange({ verdicts, typeName, property, kind }: DocumentChange): string {
  const [verdict] = verdicts.filter(({ impact }) => impact === 'major');
  if (verdict) return verdict.message;
  return property ? `\`${property}\` of a ${typeName} was ${kind}.` : `A ${typeName} was ${kind}.`;
}

function redirectsCalls({ kind, property }: DocumentChange): boolean {
  return kind !== 'added' && property !== undefined && decisiveExtensions.has(property);
}

/** Redocly takes a webhook's headers for those of a request to us, where leaving one out breaks nobody. */
function weakensWebhookHeader({ path, typeName, kind, property, revision }: DocumentChange): boolean {
  if (typeName !== 'Parameter' || !path.startsWith('#/x-webhooks/')) return false;
  if (property === undefined) return kind === 'removed';
  if (property === 'required') return revision?.value !== true;
  return property === 'name' || property === 'in';
}
