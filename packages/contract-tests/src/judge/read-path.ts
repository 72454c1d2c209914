/** The value at a path of a pact, such as `$.data.milestones[0].id`; undefined if there is none. */
export function readPath(value: unknown, path: string): unknown {
  const keys = path.slice(1).match(/[^.[\]]+/g) ?? [];
  return keys.reduce<unknown>((found, key) => (found as Record<string, unknown> | null | undefined)?.[key], value);
}
