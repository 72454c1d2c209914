import { paths } from 'jsonpathly';
import { openapiOverlay } from 'openapi-format';
import { baseDocument as base } from '../document/base-document.ts';
import type { OpenApiDocument } from '../document/document.ts';
import { followPointer, toPointer } from '../document/parts.ts';
import { findProblem } from './check-document.ts';
import { completeDocument } from './complete-document.ts';
import { OverlayError } from './overlay-error.ts';
import { type OverlayAction, readOverlay } from './read-overlay.ts';

/** The document of `readOverlays`. */
export async function applyOverlays(files: readonly string[]): Promise<OpenApiDocument> {
  const actions = (await Promise.all(files.map(readOverlay))).flat();
  if (actions.length === 0) return base;
  let document = structuredClone(base);
  for (const action of actions) document = await applyAction(document, action);
  const problem = await findProblem(document, base);
  if (problem !== undefined) throw await blame(actions, problem);
  return completeDocument(document, base);
}

/** Finds the action that makes the problem of the result, which stays to the end, by applying all of them again. */
async function blame(actions: OverlayAction[], ofResult: string): Promise<OverlayError> {
  const [first, ...others] = actions;
  if (first && others.length === 0) return new OverlayError(first, ofResult);
  let document = structuredClone(base);
  let cause: { action: OverlayAction; problem: string } | undefined;
  for (const action of actions) {
    document = await applyAction(document, action);
    const problem = action === actions.at(-1) ? ofResult : await findProblem(document, base);
    if (problem === undefined) cause = undefined;
    else if (problem !== cause?.problem) cause = { action, problem };
  }
  if (!cause) throw new Error('No single action causes the problem of the overlays.');
  return new OverlayError(cause.action, cause.problem);
}

/**
 * Applies an action to a document, which it may change, and returns the result. Each selected node is an action of its own to the
 * library, which removes wrong items where several of one list are to go.
 */
async function applyAction(document: OpenApiDocument, action: OverlayAction): Promise<OpenApiDocument> {
  let changed = document;
  for (const path of selectPaths(document, action)) {
    const change = action.remove
      ? { target: path, remove: true }
      : { target: path, update: updateOf(action, path, changed) };
    const overlaySet = { overlay: '1.0.0', actions: [change] };
    const { data, resultData } = await openapiOverlay(changed, { overlaySet });
    if (resultData.totalUsedActions !== 1) {
      throw new OverlayError(action, 'The target cannot be selected by name. Select the object around it.');
    }
    changed = data as OpenApiDocument;
  }
  return changed;
}

/** The normalized paths that a target selects, each once; what is inside others, and later in a list, comes first. */
function selectPaths(document: OpenApiDocument, { target, remove, ...location }: OverlayAction): string[] {
  let selected: string[];
  try {
    selected = paths({ ...document }, target);
  } catch (cause) {
    const [reason] = (cause as Error).message.split('\n');
    throw new OverlayError(location, `The target ${target} is not a JSONPath: ${reason}`, { cause });
  }
  // Not what is JavaScript's own, such as $.constructor.
  const own = [...new Set(selected)].filter((path) => nodeAt(path, document) !== undefined);
  if (own.length === 0) throw new OverlayError(location, `The target ${target} selects nothing in the document.`);
  if (remove && own.includes('$')) throw new OverlayError(location, 'The document itself cannot be removed.');
  return own.sort((one, other) => other.localeCompare(one, 'en', { numeric: true }));
}

/** The node of a normalized path, such as `$['paths']['/payments']`; undefined if the document has none. */
function nodeAt(path: string, document: OpenApiDocument): unknown {
  const keys = [...path.matchAll(/\['((?:[^'\\]|\\.)*)'\]|\[(\d+)\]/gs)].map(
    ([, name, index = '']) => name?.replaceAll(/\\(.)/gs, '$1') ?? index,
  );
  return keys.length === 0 ? document : followPointer(toPointer(keys), document);
}

/** What the library is to merge into a node. In Overlay 1.0 an update of a list is one entry to append. */
function updateOf({ update, ...location }: OverlayAction, path: string, document: OpenApiDocument): unknown {
  const node = nodeAt(path, document);
  const refuse = (reason: string): never => {
    throw new OverlayError(location, reason);
  };
  if (kindOf(node) === 'a single value') {
    return refuse('The target is a single value. Select the object around it, and update its field.');
  }
  if (Array.isArray(node)) {
    const hint = 'Update the object around it to add several.';
    return Array.isArray(update) ? refuse(`The target is a list, so the update must be one entry. ${hint}`) : [update];
  }
  if (kindOf(update) !== 'an object') return refuse('The target is an object, so the update must be an object.');
  refuseOtherKinds(node as Node, update as Node, refuse);
  return update;
}

/** An object of a document or an update. */
type Node = Record<string, unknown>;

/** Refuses an update that puts a list, an object or a single value in place of another kind. The library would replace or mix them. */
function refuseOtherKinds(node: Node, update: Node, refuse: (reason: string) => never, around = ''): void {
  for (const [key, value] of Object.entries(update)) {
    if (!Object.hasOwn(node, key)) continue;
    const before = node[key];
    const [was, is] = [kindOf(before), kindOf(value)];
    const place = `${around}${key}`;
    if (was !== is) refuse(`${place} is ${was} in the document, not ${is}. Remove it in an earlier action.`);
    if (is === 'an object') refuseOtherKinds(before as Node, value as Node, refuse, `${place}.`);
  }
}

function kindOf(value: unknown): 'a list' | 'an object' | 'a single value' {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : 'a single value';
}
