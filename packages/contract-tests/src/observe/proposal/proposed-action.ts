import type { Response } from '@escrow-kit/spec';
import type { Finding } from '../findings/finding.ts';
import type { OperationPlace } from '../findings/schema-places.ts';

/** An action of an overlay, with the findings that it rests on. */
export interface ProposedAction {
  /** The keys that lead to what it changes. */
  path: readonly string[];
  /** Undefined for an action that removes its target. */
  update?: Record<string, unknown>;
  evidence: readonly Finding[];
  /** What the person who edits it should know. */
  note?: string | undefined;
}

/** Writes the keys as a JSONPath, such as `$.paths['/contracts'].post`. */
export function toTarget(path: readonly string[]): string {
  const steps = path.map((key) =>
    /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `['${key.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`,
  );
  return `$${steps.join('')}`;
}

/** Removes a value, if it is there, and puts another one in its place. */
export function replace(
  { path, key, isThere }: { path: readonly string[]; key: string; isThere: boolean },
  value: unknown,
  evidence: readonly Finding[],
): ProposedAction[] {
  const removed = { path: [...path, key], evidence };
  if (value === undefined) return isThere ? [removed] : [];
  const put = { path, update: { [key]: value }, evidence };
  return isThere ? [{ ...removed, evidence: [] }, put] : [put];
}

/** The answers of an operation that actions write, by status. */
export function writtenAnswers(actions: readonly ProposedAction[], { root }: OperationPlace): Record<string, Response> {
  const target = toTarget([...root, 'responses']);
  const own = actions.filter(({ path }) => toTarget(path) === target);
  return Object.assign({}, ...own.map(({ update }) => update));
}
