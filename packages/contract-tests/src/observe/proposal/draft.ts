import type { OpenApiDocument } from '@escrow-kit/spec';
import type { Finding } from '../findings/finding.ts';
import type { SchemaPlaces } from '../findings/schema-places.ts';
import { valueAt } from '../pointer.ts';
import type { Marker } from './mark-sensitive.ts';

/** The keys that lead to a part of the document. */
export type Path = readonly string[];

/** An action of an overlay, with the findings that it rests on. */
export interface ProposedAction {
  path: Path;
  /** Undefined for an action that removes its target. */
  update?: Record<string, unknown>;
  evidence: readonly Finding[];
  /** What the person who edits it should know. */
  note?: string | undefined;
}

/** Findings for a change, and what the person who edits it should know. */
interface Reasons {
  evidence: readonly Finding[];
  note?: string | undefined;
}

/** Changes of a document, as actions of an overlay. A change inside of one that was made before becomes part of that. */
export interface Draft {
  /** What is at the keys now: `documented` as long as nothing was put there, undefined if it was removed. */
  find<Part>(path: Path, documented: Part): Part | undefined;
  /** Puts a value at the keys, in place of what is there. Undefined removes that. */
  put(path: Path, value: unknown, reasons: Reasons): void;
  /** Adds properties to an object, and to lists in it. */
  add(path: Path, update: Record<string, unknown>, reasons: Reasons): void;
  actions(): ProposedAction[];
}

/** What each part of a proposal is made with. */
export interface Proposing {
  document: OpenApiDocument;
  places: SchemaPlaces;
  mark: Marker;
  draft: Draft;
}

/** Creates a draft without changes. */
export function createDraft(document: OpenApiDocument): Draft {
  const changes: ({ path: Path; value: unknown } & Reasons)[] = [];
  const added: ProposedAction[] = [];
  const changeAround = (path: Path) => changes.find((one) => one.path.every((key, index) => key === path[index]));
  return {
    find: <Part>(path: Path, documented: Part) => {
      const outer = changeAround(path);
      return outer ? (valueAt(outer.value, path.slice(outer.path.length)) as Part | undefined) : documented;
    },
    put: (path, value, reasons) => {
      const outer = changeAround(path);
      if (!outer) return void changes.push({ path, value, ...reasons });
      outer.value = withValue(outer.value, path.slice(outer.path.length), value);
      outer.evidence = [...outer.evidence, ...reasons.evidence];
      outer.note ??= reasons.note;
    },
    add: (path, update, reasons) => void added.push({ path, update, ...reasons }),
    actions: () => [...changes.flatMap((change) => toActions(change, document)), ...added],
  };
}

/** A value with another one at the keys in it. */
function withValue(outer: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  const inner = (outer ?? {}) as Record<string, unknown>;
  return { ...inner, [key]: withValue(valueAt(inner, [key]), rest, value) };
}

/** An overlay merges what it puts with what is there, which is removed before. */
function toActions({ path, value, ...reasons }: { path: Path; value: unknown } & Reasons, document: OpenApiDocument) {
  const isThere = valueAt(document, path) !== undefined;
  if (value === undefined) return isThere ? [{ path, ...reasons }] : [];
  // A target has to be there.
  const depth = path.findLastIndex((_, index) => valueAt(document, path.slice(0, index)) !== undefined);
  const update = withValue({}, path.slice(depth), value) as Record<string, unknown>;
  const put = { path: path.slice(0, depth), update, ...reasons };
  return isThere ? [{ path, evidence: [] }, put] : [put];
}

/** Writes the keys as a JSONPath, such as `$.paths['/contracts'].post`. */
export function toTarget(path: Path): string {
  const steps = path.map((key) =>
    /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `['${key.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`,
  );
  return `$${steps.join('')}`;
}
