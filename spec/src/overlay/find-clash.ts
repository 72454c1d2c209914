/** Why an update does not fit the node that it is for; undefined if it does. `place` is where in the node. */
export function findClash(node: unknown, update: unknown): string | undefined {
  const kind = kindOf(node);
  if (kind === 'value') return 'The target is a single value. Select the object around it, and update its field.';
  if (kind === 'list') {
    const isEntry = kindOf(update) !== 'list';
    return isEntry
      ? repeatedParameter(node, [update])
      : 'The target is a list, and an update of it is one entry. Update the object around it to add several.';
  }
  if (kindOf(update) !== 'object') return 'The target is an object, and so has to be its update.';
  return findClashInside(node as object, update as object, '');
}

function findClashInside(node: object, update: object, place: string): string | undefined {
  const inside = node as Record<string, unknown>;
  for (const [key, value] of Object.entries(update)) {
    const at = place === '' ? key : `${place}.${key}`;
    const clash = Object.hasOwn(inside, key) ? clashOf(inside[key], value, at) : undefined;
    if (clash) return clash;
  }
  return undefined;
}

function clashOf(node: unknown, update: unknown, at: string): string | undefined {
  const [is, becomes] = [kindOf(node), kindOf(update)];
  if (is !== becomes)
    return `${at} is ${nameOf[is]} in the document, not ${nameOf[becomes]}. Remove it in an action before.`;
  if (is === 'list') return repeatedParameter(node, update as unknown[]);
  return is === 'object' ? findClashInside(node as object, update as object, at) : undefined;
}

/** Overlay 1.0 would append it, and a document may not have a parameter twice. */
function repeatedParameter(list: unknown, added: unknown[]): string | undefined {
  const names = (list as unknown[]).map(parameterName);
  const repeated = added.map(parameterName).find((name) => name !== undefined && names.includes(name));
  return repeated && `The parameter ${repeated} is there already. Select it, or remove it in an action before.`;
}

function parameterName(entry: unknown): string | undefined {
  const { name, in: place } = (entry ?? {}) as { name?: unknown; in?: unknown };
  return name && place ? `${name} (${place})` : undefined;
}

const nameOf = { list: 'a list', object: 'an object', value: 'a single value' } as const;

function kindOf(node: unknown): keyof typeof nameOf {
  if (Array.isArray(node)) return 'list';
  return typeof node === 'object' && node !== null ? 'object' : 'value';
}
