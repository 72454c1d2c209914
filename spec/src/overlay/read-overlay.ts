import { readFile, stat } from 'node:fs/promises';
import { Ajv } from 'ajv';
import { LineCounter, type Node, parseDocument, visit, type Document as YamlDocument } from 'yaml';
import { keysOf } from '../document/parts.ts';
import { OverlayError, type OverlayLocation } from './overlay-error.ts';

/** One action of an overlay. It removes, or else updates. */
export interface OverlayAction extends OverlayLocation {
  /** A JSONPath (RFC 9535). */
  target: string;
  update?: unknown;
  remove?: boolean;
}

const action = {
  description:
    'An action needs target, a JSONPath such as $.info, and update or remove: true. Other fields are not supported.',
  type: 'object',
  required: ['target'],
  anyOf: [{ required: ['update'] }, { required: ['remove'], properties: { remove: { const: true } } }],
  properties: { target: { type: 'string' }, description: {}, update: {}, remove: { type: 'boolean' } },
  patternProperties: { '^x-': {} },
  additionalProperties: false,
};

/** An overlay of version 1.0, or of 1.1 without what is new there. Each description says what to write. */
const isOverlay = new Ajv({ strict: false, verbose: true }).compile<{ actions: OverlayAction[] }>({
  description: 'An overlay must be an object with overlay, info and actions, and nothing else.',
  type: 'object',
  required: ['overlay', 'info', 'actions'],
  properties: {
    overlay: {
      description: 'Write overlay: 1.0.0 or 1.1.0, the supported versions.',
      type: 'string',
      pattern: '^1\\.[01]\\.\\d+$',
    },
    info: {
      description: 'Write info with title and version, both text.',
      type: 'object',
      required: ['title', 'version'],
      properties: { title: { type: 'string' }, version: { type: 'string' } },
    },
    extends: {},
    actions: {
      description: 'Write actions, a list with at least one action.',
      type: 'array',
      minItems: 1,
      items: action,
    },
  },
  patternProperties: { '^x-': {} },
  additionalProperties: false,
});

/** Reads the actions of an overlay in YAML or JSON. Rejects with an {@link OverlayError} for a file that is none. */
export async function readOverlay(file: string): Promise<OverlayAction[]> {
  const text = await readText(file);
  const lines = new LineCounter();
  const locationAt = (offset = 0): OverlayLocation => ({ file, line: Math.max(1, lines.linePos(offset).line) });
  const document = parseDocument(text, { lineCounter: lines, stringKeys: true, prettyErrors: false });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) throw new OverlayError(locationAt(problem.pos[0]), `This is not valid YAML: ${problem.message}`);
  refuseUnsafe(document, (offset, reason) => {
    throw new OverlayError(locationAt(offset), reason);
  });
  const overlay = toValue(document, locationAt());
  if (!isOverlay(overlay)) {
    const { instancePath = '', parentSchema = {} } =
      isOverlay.errors?.find((error) => error.parentSchema?.['description']) ?? isOverlay.errors?.[0] ?? {};
    const location = locationAt(offsetOf(document, keysOf(instancePath)));
    throw new OverlayError(location, `${instancePath || 'The file'} is wrong: ${parentSchema['description'] ?? ''}`);
  }
  return overlay.actions.map((each, index) => ({ ...each, ...locationAt(offsetOf(document, ['actions', index])) }));
}

/** Many times what an overlay of the whole document needs. */
const limitInBytes = 1024 * 1024;

async function readText(file: string): Promise<string> {
  const refuse = (reason: string, cause?: unknown): never => {
    throw new OverlayError({ file, line: 1 }, reason, { cause });
  };
  const unreadable = (error: NodeJS.ErrnoException) => refuse(`The overlay cannot be read (${error.code}).`, error);
  const found = await stat(file).catch(unreadable);
  if (!found.isFile()) refuse('The overlay is not a file. Give the path of a YAML or JSON file.');
  if (found.size > limitInBytes) refuse('The overlay is larger than 1 MiB. Split it.');
  const bytes = await readFile(file).catch(unreadable);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    return refuse('The overlay is not UTF-8. Save it as UTF-8.', error);
  }
}

/** Refuses what would not end, and what would change all objects of the process. */
function refuseUnsafe(document: YamlDocument, refuse: (offset: number | undefined, reason: string) => never): void {
  visit(document, {
    Alias(_, alias, path) {
      const target = alias.resolve(document);
      if (!target) refuse(alias.range?.[0], `The alias ${alias.source} has no anchor.`);
      if (target && path.includes(target)) refuse(alias.range?.[0], `The alias ${alias.source} refers to itself.`);
    },
    Scalar(_, { value, range }) {
      if (typeof value === 'object' && value !== null)
        refuse(range?.[0], 'JSON has no such value. Quote it to make it text.');
    },
    Pair(_, { key }) {
      const { value, range } = key as Node & { value?: unknown };
      if (value === '__proto__') refuse(range?.[0], 'The key __proto__ is not allowed.');
    },
  });
}

/** Throws for aliases that would grow into gigabytes. */
function toValue(document: YamlDocument, location: OverlayLocation): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    const reason = `The aliases of the overlay cannot be resolved: ${(error as Error).message}. Write them out.`;
    throw new OverlayError(location, reason, { cause: error });
  }
}

/** Where a part starts; for one that is not there, where the part around it does. */
function offsetOf(document: YamlDocument, path: (string | number)[]): number {
  const node = document.getIn(path, true) as Node | undefined;
  return node?.range?.[0] ?? (path.length === 0 ? 0 : offsetOf(document, path.slice(0, -1)));
}
