/** The keys in a JSON pointer such as `#/components/schemas/Address`, with or without its `#`. */
export function keysOf(pointer: string): string[] {
  const keys = pointer.replace(/^#/, '').split('/').slice(1);
  return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The JSON pointer of keys, such as `/components/schemas/Address`. */
export function toPointer(keys: readonly string[]): string {
  return keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Returns what a JSON pointer points to in a document or a value; undefined if it points to nothing, or is none. */
export function followPointer(pointer: string, document: object): unknown {
  if (!/^#?\//.test(pointer)) return undefined;
  let node: unknown = document;
  for (const key of keysOf(pointer)) {
    const isThere = typeof node === 'object' && node !== null && Object.hasOwn(node, key);
    node = isThere ? (node as Record<string, unknown>)[key] : undefined;
  }
  return node;
}
