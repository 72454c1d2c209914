import { isDeepStrictEqual } from 'node:util';

type Node = Record<string | number, unknown>;

/** What overlays change of a value. */
interface Adapted<Value> {
  /** The value as the document without overlays has it. */
  base: Value;
  /** The value as the document with them has it. */
  adapted: Value;
  /** Whether a deviation that is as in `adapted` becomes what `base` has, which deviates now. Default: it stays. */
  turnsRound?: boolean | undefined;
}

/**
 * Merges what overlays change into a value that may deviate from the document on purpose. Where the value is as in `base`, the result is
 * as in `adapted`; where it deviates, by another value, a field too many or one that is missing, it stays.
 */
export function keepDeviations(value: unknown, { base, adapted, turnsRound = false }: Adapted<unknown>): unknown {
  if (isDeepStrictEqual(value, base)) return adapted;
  if (turnsRound && isDeepStrictEqual(value, adapted)) return base;
  if (!isNode(value) || !isNode(base) || !isNode(adapted)) return value;
  if (Array.isArray(value))
    return value.map((item, index) => keepDeviations(item, { base: base[index], adapted: adapted[index], turnsRound }));
  const names = new Set([...Object.keys(value), ...Object.keys(adapted)]);
  return Object.fromEntries([...names].flatMap((name) => keepField(name, value, { base, adapted, turnsRound })));
}

/** One entry, or none if the field is to be missing. */
function keepField(
  name: string,
  value: Node,
  { base, adapted, turnsRound = false }: Adapted<Node>,
): [string, unknown][] {
  const has = (node: Node): boolean => Object.hasOwn(node, name);
  const isAs = (node: Node): boolean => has(node) === has(value) && isDeepStrictEqual(node[name], value[name]);
  if (has(value) !== has(base)) {
    const source = turnsRound && isAs(adapted) ? base : value;
    return has(source) ? [[name, source[name]]] : [];
  }
  if (!has(adapted) && isAs(base)) return [];
  return [[name, keepDeviations(value[name], { base: base[name], adapted: adapted[name], turnsRound })]];
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
