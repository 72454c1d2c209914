import { readFileSync } from 'node:fs';
import { isNode, LineCounter, parseDocument } from 'yaml';
import type { ZodError } from 'zod';
import { RelayError } from '../errors/relay-error.ts';
import { type RelayFile, relaySchema } from './relay-schema.ts';

/**
 * Reads a file of options, YAML or JSON.
 * @throws RelayError that names the line, the field and the remedy. It quotes no value.
 */
export function readRelayFile(file: string): RelayFile {
  const lines = new LineCounter();
  const document = parseDocument(readText(file), { lineCounter: lines, prettyErrors: false });
  const at = (offset: number): string => `${file}:${lines.linePos(offset).line}`;
  const [fault] = document.errors;
  if (fault) throw new RelayError(`${at(fault.pos[0])}: this is no YAML (${fault.code}).`);
  const result = relaySchema.safeParse(document.toJS() ?? {});
  if (result.success) return result.data;
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
