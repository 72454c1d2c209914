import type { Template } from '../consumer/placed-value.ts';

/** The first key of an object whose keys are values of the state, such as milestone ids. */
export const firstKey = '*';

/** One difference from the sample of an operation. */
export interface Change {
  /** The place, which begins with `query` or `body`. */
  path: readonly (string | number)[];
  /** What is sent there; undefined if it is left out. */
  value: Template | undefined;
  /** Whether it is settled that the service takes this, if the document does. A text may be too long for it, for example. */
  isSettled: boolean;
  /** Whether the field may be left out, or is the whole body. Then how a wrong value is answered is not stated. */
  isOptional: boolean;
}

/** What a change is made to. */
export interface ChangedRequest {
  query: unknown;
  body: unknown;
}

type Container = Record<string | number, unknown> | undefined | null;

/** Makes a change to a request. Does nothing if an earlier change removed its place. */
export function applyChange(request: ChangedRequest, path: Change['path'], value: unknown): void {
  let parent = request as unknown as Container;
  for (const step of path.slice(0, -1)) parent = parent?.[toKey(parent, step)] as Container;
  if (typeof parent !== 'object' || parent === null) return;
  const key = toKey(parent, path.at(-1) ?? '');
  if (value !== undefined) parent[key] = value;
  else if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
}

const toKey = (parent: object, step: string | number): string | number =>
  step === firstKey ? (Object.keys(parent)[0] ?? step) : step;

/** The place as messages name it, such as `milestones[0].deadLine`. */
export const nameOfPlace = ([_part, ...path]: Change['path']): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
