import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Alias, type Document, isNode, LineCounter, parseDocument, visit } from 'yaml';
import type { ZodError } from 'zod';
import { RelayError } from '../errors/relay-error.ts';
import { type RelayFile, relaySchema } from './relay-schema.ts';

/**
 * Reads a file of options, YAML or JSON. Its relative paths count from its own folder.
 * @throws RelayError that names the line, the field and the remedy. It quotes no value.
 */
export function readRelayFile(file: string): RelayFile {
  const lines = new LineCounter();
  const document = parseDocument(readText(file), { lineCounter: lines, prettyErrors: false });
  const at = (offset: number): string => `${file}:${lines.linePos(offset).line}`;
  const [fault] = document.errors;
  if (fault) throw new RelayError(`${at(fault.pos[0])}: this is no YAML (${fault.code}).`);
  const result = relaySchema.safeParse(toValue(document, at) ?? {});
  if (result.success) return withPathsFrom(dirname(file), result.data);
  const { path, message } = firstProblem(result.error);
  const node = nearest(path, (part) => document.getIn(part, true));
  throw new RelayError(`${at(node)}: ${path.join('.') || 'the file'}: ${message}.`);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new RelayError(`--config ${file} can't be read (${code}). Name a YAML file.`, { cause: error });
  }
}

function withPathsFrom(folder: string, file: RelayFile): RelayFile {
  const from = (path: string | undefined): string | undefined => path && resolve(folder, path);
  return {
    ...file,
    store: from(file.store),
    secretFile: from(file.secretFile),
    targets: file.targets?.map((target) => ({ ...target, secretFile: from(target.secretFile) })),
  };
}

/** The only errors are of aliases. */
function toValue(document: Document.Parsed, at: (offset: number) => string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    const message = 'an alias (*) has no anchor (&), or stands for too much: quote a value that begins with *';
    throw new RelayError(`${at(findAlias(document))}: ${message}.`, { cause: error });
  }
}

/** The offset of the first alias without an anchor, or else of the first one. */
function findAlias(document: Document.Parsed): number {
  const aliases: Alias[] = [];
  visit(document, { Alias: (_key, alias) => void aliases.push(alias) });
  const wrong = aliases.find((alias) => !alias.resolve(document)) ?? aliases[0];
  return wrong?.range?.[0] ?? 0;
}

function firstProblem({ issues }: ZodError): { path: (string | number)[]; message: string } {
  const [issue] = issues;
  const path = (issue?.path ?? []).map((part) => (typeof part === 'symbol' ? String(part) : part));
  if (issue?.code !== 'unrecognized_keys') return { path, message: lowered(issue?.message ?? 'is wrong') };
  return { path: [...path, ...issue.keys.slice(0, 1)], message: 'there is no such field' };
}

const lowered = (message: string): string => message.slice(0, 1).toLowerCase() + message.slice(1);

/** The offset of the field, or of the nearest one around it. */
function nearest(path: readonly (string | number)[], find: (path: readonly (string | number)[]) => unknown): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = find(path.slice(0, length));
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}
