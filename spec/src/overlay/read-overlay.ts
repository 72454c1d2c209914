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
  const refuseAt = (offset: number, reason: string): never => {
    throw new OverlayError({ file, line: Math.max(1, lines.linePos(offset).line) }, reason);
  };
  try {
    const document = parseDocument(text, { lineCounter: lines, stringKeys: true, prettyErrors: false });
    const [problem] = [...document.errors, ...document.warnings];
    if (problem) refuseAt(problem.pos[0], `This is not valid YAML: ${problem.message.split('\n')[0]}`);
    refuseWhatIsNotJson(document, refuseAt);
    const overlay: unknown = document.toJS({ maxAliasCount: 100 });
    return readActions(
      overlay,
      (path, reason) => refuseAt(offsetOf(document, path), reason),
      (path) => ({
        file,
        line: Math.max(1, lines.linePos(offsetOf(document, path)).line),
      }),
    );
  } catch (error) {
    if (error instanceof OverlayError) throw error;
    // A stack that is used up, or aliases that would grow into gigabytes.
    if (error instanceof RangeError || error instanceof ReferenceError)
      refuseAt(0, 'The overlay is nested too deeply, or has too many aliases. Write it out.');
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

function refuseWhatIsNotJson(document: YamlDocument, refuseAt: (offset: number, reason: string) => never): void {
  visit(document, {
    Pair(_, { key }) {
      if (isScalar(key) && key.value === '__proto__') refuseAt(key.range?.[0] ?? 0, 'An overlay has no key __proto__.');
    },
    Scalar(_, { value, range }) {
      const isJson = value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
      if (!isJson) refuseAt(range?.[0] ?? 0, 'JSON has no such value. Quote it to make it text.');
    },
  });
}

type Refuse = (path: Path, reason: string) => never;

function readActions(overlay: unknown, refuse: Refuse, placeOf: (path: Path) => OverlayPlace): OverlayAction[] {
  if (!isObject(overlay)) return refuse([], 'An overlay is an object with overlay, info and actions.');
  refuseOthers(overlay, { known: ['overlay', 'info', 'extends', 'actions'], path: [], refuse });
  const { overlay: version, info, actions } = overlay;
  if (typeof version !== 'string' || !/^1\.0\.\d+$/.test(version)) {
    refuse(['overlay'], 'Write overlay: 1.0.0, the version of OpenAPI Overlay that is read here.');
  }
  if (!isObject(info) || typeof info['title'] !== 'string' || typeof info['version'] !== 'string') {
    refuse(['info'], 'Write info with title and version, both text.');
  }
  if (!Array.isArray(actions) || actions.length === 0)
    return refuse(['actions'], 'Write actions, a list of at least one.');
  return actions.map((action, index) => readAction(action, { path: ['actions', index], refuse, placeOf }));
}

interface ActionPlace {
  path: Path;
  refuse: Refuse;
  placeOf: (path: Path) => OverlayPlace;
}

function readAction(action: unknown, { path, refuse, placeOf }: ActionPlace): OverlayAction {
  if (!isObject(action)) return refuse(path, 'An action is an object with target, and update or remove.');
  refuseOthers(action, { known: ['target', 'description', 'update', 'remove'], path, refuse });
  const { target, update, remove = false } = action;
  if (typeof target !== 'string') return refuse([...path, 'target'], 'Write target, a JSONPath such as $.info.');
  if (typeof remove !== 'boolean') return refuse([...path, 'remove'], 'remove is true or false.');
  if (!remove && update === undefined) refuse(path, 'The action needs update, or remove: true.');
  return { ...placeOf(path), target, remove, ...(!remove && { update }) };
}

interface KnownKeys {
  known: string[];
  path: Path;
  refuse: Refuse;
}

function refuseOthers(node: Record<string, unknown>, { known, path, refuse }: KnownKeys): void {
  const other = Object.keys(node).find((key) => !known.includes(key) && !key.startsWith('x-'));
  if (other !== undefined) refuse([...path, other], `Overlay 1.0 has no ${other} here, only ${known.join(', ')}.`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
