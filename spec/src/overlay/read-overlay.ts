import { isNode, isScalar, LineCounter, type Node, parseDocument, visit, type Document as YamlDocument } from 'yaml';
import { OverlayError, type OverlayPlace } from './overlay-error.ts';
import { readText } from './read-text.ts';

/** One action of an overlay. It removes, or else updates. */
export interface OverlayAction extends OverlayPlace {
  /** A JSONPath (RFC 9535). */
  target: string;
  update?: unknown;
  remove: boolean;
}

/** Reads an OpenAPI Overlay 1.0 of YAML or JSON. Throws an {@link OverlayError} for what is none. */
export async function readOverlay(file: string): Promise<OverlayAction[]> {
  const text = await readText(file);
  const lines = new LineCounter();
  const placeAt = (offset = 0): OverlayPlace => ({ file, line: Math.max(1, lines.linePos(offset).line) });
  try {
    const document = parseDocument(text, { lineCounter: lines, stringKeys: true, prettyErrors: false });
    const [problem] = [...document.errors, ...document.warnings];
    if (problem) {
      const reason = `This is not valid YAML: ${problem.message.split('\n')[0]}`;
      throw new OverlayError(placeAt(problem.pos[0]), reason);
    }
    refuseWhatIsNotJson(document, placeAt);
    return readActions(document.toJS({ maxAliasCount: 100 }), (path) => placeAt(offsetOf(document, path)));
  } catch (error) {
    // A stack that is used up, or aliases that would grow into gigabytes.
    if (error instanceof RangeError || error instanceof ReferenceError)
      throw new OverlayError(placeAt(), 'The overlay is nested too deeply, or has too many aliases. Write it out.');
    throw error;
  }
}

type Path = (string | number)[];

/** Where a part starts; for one that is not there, where the part around it does. */
function offsetOf(document: YamlDocument, path: Path): number {
  const node = document.getIn(path, true);
  if (isNode(node)) return (node as Node).range?.[0] ?? 0;
  return path.length === 0 ? 0 : offsetOf(document, path.slice(0, -1));
}

function refuseWhatIsNotJson(document: YamlDocument, placeAt: (offset?: number) => OverlayPlace): void {
  visit(document, {
    Pair(_, { key }) {
      if (!isScalar(key) || key.value !== '__proto__') return;
      throw new OverlayError(placeAt(key.range?.[0]), 'An overlay has no key __proto__.');
    },
    Scalar(_, { value, range }) {
      if (value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value)) return;
      throw new OverlayError(placeAt(range?.[0]), 'JSON has no such value. Quote it to make it text.');
    },
  });
}

type PlaceOf = (path: Path) => OverlayPlace;

function readActions(overlay: unknown, placeOf: PlaceOf): OverlayAction[] {
  const refuse = (path: Path, reason: string): never => {
    throw new OverlayError(placeOf(path), reason);
  };
  if (!isObject(overlay)) return refuse([], 'An overlay is an object with overlay, info and actions.');
  refuseOthers(overlay, ['overlay', 'info', 'extends', 'actions'], refuse);
  const { overlay: version, info, actions } = overlay;
  if (typeof version !== 'string' || !/^1\.0\.\d+$/.test(version)) {
    refuse(['overlay'], 'Write overlay: 1.0.0, the version of OpenAPI Overlay that is read here.');
  }
  if (!isObject(info) || typeof info['title'] !== 'string' || typeof info['version'] !== 'string') {
    refuse(['info'], 'Write info with title and version, both text.');
  }
  if (!Array.isArray(actions) || actions.length === 0)
    return refuse(['actions'], 'Write actions, a list of at least one.');
  return actions.map((action, index) => ({
    ...placeOf(['actions', index]),
    ...readAction(action, (path, reason) => refuse(['actions', index, ...path], reason)),
  }));
}

/** Throws for a part of the overlay, or of an action. */
type Refuse = (path: Path, reason: string) => never;

function readAction(action: unknown, refuse: Refuse): Omit<OverlayAction, keyof OverlayPlace> {
  if (!isObject(action)) return refuse([], 'An action is an object with target, and update or remove.');
  refuseOthers(action, ['target', 'description', 'update', 'remove'], refuse);
  const { target, update, remove = false } = action;
  if (typeof target !== 'string') return refuse(['target'], 'Write target, a JSONPath such as $.info.');
  if (typeof remove !== 'boolean') return refuse(['remove'], 'remove is true or false.');
  if (!remove && update === undefined) refuse([], 'The action needs update, or remove: true.');
  return { target, remove, ...(!remove && { update }) };
}

function refuseOthers(node: Record<string, unknown>, known: string[], refuse: Refuse): void {
  const other = Object.keys(node).find((key) => !known.includes(key) && !key.startsWith('x-'));
  if (other !== undefined) refuse([other], `Overlay 1.0 has no ${other} here, only ${known.join(', ')}.`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
