/**
 * Returns what a JSON pointer such as `#/components/schemas/Address` points to in a document, or, without `#`, in a value; undefined
 * if it points to nothing.
 */
export function followPointer(pointer: string, document: object): unknown {
  const segments = pointer.replace(/^#?\//, '').split('/');
  let node: unknown = document;
  for (const segment of segments) {
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    const isThere = typeof node === 'object' && node !== null && Object.hasOwn(node, key);
    node = isThere ? (node as Record<string, unknown>)[key] : undefined;
  }
  return node;
}
