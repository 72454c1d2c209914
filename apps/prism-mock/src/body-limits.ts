/** The largest body. Our choice: not shown. */
export const bodyLimitInBytes: number = 1024 * 1024;

/** How deep a body may be nested, and how many values it may hold: far above any contract. Our choice: not shown. */
const deepest = 64;
const mostValues = 20_000;

/** Names the limit that a body exceeds, if any. Walks without recursion, so that no nesting overflows the stack. */
export function findExcess(root: unknown): string | undefined {
  const open = [{ value: root, depth: 0 }];
  let count = 0;
  for (let found = open.pop(); found; found = open.pop()) {
    count += 1;
    if (count > mostValues) return `holds more than ${mostValues} values`;
    const { value, depth } = found;
    if (typeof value !== 'object' || value === null) continue;
    if (depth === deepest) return `is nested more than ${deepest} levels deep`;
    for (const child of Object.values(value)) open.push({ value: child, depth: depth + 1 });
  }
  return undefined;
}
