import { paths } from 'jsonpathly';
// The main module also loads what the library's command needs, which takes longer than applying an overlay. Only the main module
// has types.
// @ts-expect-error
import { openapiOverlay } from 'openapi-format/utils/overlay.js';
import type { OpenApiDocument } from '../document/document.ts';
import { findClash } from './find-clash.ts';
import { OverlayError, type OverlayPlace } from './overlay-error.ts';
import type { OverlayAction } from './read-overlay.ts';

/** A node that a target selects. */
interface SelectedNode {
  /** Its normalized path, which selects this node alone. */
  path: string;
  keys: (string | number)[];
  value: unknown;
}

/**
 * Applies an action to a document, which it may change, and returns the result. Throws an {@link OverlayError} if the target selects
 * nothing, or the update does not fit it.
 *
 * Each selected node is an action of its own to the library, which removes wrong items where several of one list are to go.
 */
export async function applyAction(document: OpenApiDocument, action: OverlayAction): Promise<OpenApiDocument> {
  let changed = document;
  for (const { path, value } of selectNodes(document, action)) {
    const clash = action.remove ? undefined : findClash(value, action.update);
    if (clash) throw new OverlayError(action, clash);
    if (action.remove && path === '$') throw new OverlayError(action, 'The document itself can not be removed.');
    // In Overlay 1.0 an update of a list is one entry to append.
    const update = Array.isArray(value) ? [action.update] : action.update;
    const change = action.remove ? { target: path, remove: true } : { target: path, update };
    changed = await applyByLibrary(changed, change, action);
  }
  return changed;
}

async function applyByLibrary(
  document: OpenApiDocument,
  change: object,
  place: OverlayPlace,
): Promise<OpenApiDocument> {
  const overlaySet = { overlay: '1.0.0', actions: [change] };
  const { data, resultData }: OverlayResult = await openapiOverlay(document, { overlaySet });
  if (resultData.totalUsedActions === 1) return data;
  throw new OverlayError(place, 'The target can not be selected by its name. Select the object around it.');
}

interface OverlayResult {
  data: OpenApiDocument;
  resultData: { totalUsedActions: number };
}

/** Targets are for people to read; these parts of JSONPath take quadratic time or more. */
const costly = /\.\..*\.\.|\bmatch\s*\(|\bsearch\s*\(|=~/s;
const longestTarget = 1000;

/** The nodes that a target selects, each once; what is inside others, and later in a list, comes first. */
function selectNodes(document: OpenApiDocument, { target, ...place }: OverlayAction): SelectedNode[] {
  if (target.length > longestTarget || costly.test(target.replaceAll(/'[^']*'|"[^"]*"/g, "''"))) {
    throw new OverlayError(
      place,
      'The target has .. twice, a regular expression, or over 1,000 characters. Name the place.',
    );
  }
  const nodes = [...new Set(pathsOf(document, target, place))].flatMap((path) => selectNode(document, path) ?? []);
  if (nodes.length === 0) throw new OverlayError(place, `The target ${target} selects nothing in the document.`);
  return nodes.sort((one, other) => compareKeys(other.keys, one.keys));
}

function pathsOf(document: OpenApiDocument, target: string, place: OverlayPlace): string[] {
  try {
    return paths(document as never, target);
  } catch (error) {
    throw new OverlayError(place, `The target ${target} is no JSONPath: ${(error as Error).message.split('\n')[0]}`, {
      cause: error,
    });
  }
}

/** Undefined for what is not the document's own, such as `$.constructor`. */
function selectNode(document: object, path: string): SelectedNode | undefined {
  const keys = [...path.matchAll(/\['((?:[^'\\]|\\.)*)'\]|\[(\d+)\]/gs)].map(([, name, index]) =>
    name === undefined ? Number(index) : name.replaceAll(/\\(.)/gs, '$1'),
  );
  let value: unknown = document;
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string | number, unknown>)[key];
  }
  return { path, keys, value };
}

function compareKeys(one: (string | number)[], other: (string | number)[]): number {
  const index = one.findIndex((key, position) => key !== other[position]);
  const [key, otherKey] = [one[index], other[index]];
  if (key === undefined || otherKey === undefined) return one.length - other.length;
  return key < otherKey ? -1 : 1;
}
