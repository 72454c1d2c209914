import { isDeepStrictEqual } from 'node:util';

type Node = Record<string | number, unknown>;

/**
 * Merges what overlays change into a value that may deviate from the document on purpose. `base` is the value as the document without
 * overlays has it, `adapted` as the one with them. Where the value is as in `base`, the result is as in `adapted`; where it deviates, by
 * another value, a field too many or one that is missing, it stays.
 */
export function keepDeviations(value: unknown, base: unknown, adapted: unknown): unknown {
  if (isDeepStrictEqual(value, base)) return adapted;
  if (!isNode(value) || !isNode(base) || !isNode(adapted)) return value;
  if (Array.isArray(value)) return value.map((item, index) => keepDeviations(item, base[index], adapted[index]));
  const names = new Set([...Object.keys(value), ...Object.keys(adapted)]);
  return Object.fromEntries([...names].flatMap((name) => keepField(name, { value, base, adapted })));
}

/** One entry, or none if the field is to be missing. */
function keepField(
  name: string,
  { value, base, adapted }: { value: Node; base: Node; adapted: Node },
): [string, unknown][] {
  const has = (node: Node): boolean => Object.hasOwn(node, name);
  if (has(value) !== has(base)) return has(value) ? [[name, value[name]]] : [];
  const isDropped = !has(adapted) && isDeepStrictEqual(value[name], base[name]);
  return isDropped ? [] : [[name, keepDeviations(value[name], base[name], adapted[name])]];
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
