/** A difference between two documents, as in redocly's JSON report. */
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
 * Extensions that affect clients: the host and token of a call, whether it may be repeated, and which fields are filled in or
 * hidden. Redocly ignores them.
 */
const decisiveExtensions = new Set(['x-host', 'x-token', 'x-retry', 'x-fixed', 'x-sensitive']);

/** Whether a change breaks users of the last released document. */
export function isBreaking(change: DocumentChange): boolean {
  return change.impact === 'major' || redirectsCalls(change) || weakensWebhookHeader(change);
}

/** Describes the change in one sentence. */
export function describeChange({ verdicts, typeName, property, kind }: DocumentChange): string {
  const [verdict] = verdicts.filter(({ impact }) => impact === 'major');
  if (verdict) return verdict.message;
  return property ? `\`${property}\` of a ${typeName} was ${kind}.` : `A ${typeName} was ${kind}.`;
}

function redirectsCalls({ kind, property }: DocumentChange): boolean {
  return kind !== 'added' && property !== undefined && decisiveExtensions.has(property);
}

/** Redocly treats a webhook's headers like those of a request to the service, so it does not rate removing one as breaking. */
function weakensWebhookHeader({ path, typeName, kind, property, revision }: DocumentChange): boolean {
  if (typeName !== 'Parameter' || !path.startsWith('#/x-webhooks/')) return false;
  if (property === undefined) return kind === 'removed';
  if (property === 'required') return revision?.value !== true;
  return property === 'name' || property === 'in';
}
