import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseJson } from '../../deployment/parse-json.ts';
import type { KeptExchange } from '../kept-exchange.ts';
import { fileExtension, version } from './file-format.ts';

/** An exchange of a store. */
export interface StoredExchange {
  exchange: KeptExchange;
  /** The name of its file: labels of tokens and events are the same only within a run. */
  run: string;
}

/**
 * Reads the exchanges of every run in the folders, the oldest run first, one by one, so that any number fits in memory. A last line that
 * a killed run did not finish is left out. Throws {@link StoreError} on a folder or file that cannot be read as a store.
 */
export async function* readStore(folders: readonly string[]): AsyncGenerator<StoredExchange> {
  const files = (await Promise.all(folders.map(listFiles))).flat();
  for (const file of files.toSorted((one, other) => (basename(one) < basename(other) ? -1 : 1))) yield* readRun(file);
}

/** A store that cannot be read. The message names file and line, and what to do. */
export class StoreError extends Error {
  override name = 'StoreError';
  readonly file: string;
  readonly line?: number;

  constructor(file: string, message: string, { line, cause }: { line?: number; cause?: unknown } = {}) {
    super(`${file}${line === undefined ? '' : `, line ${line}`}: ${message}`, { cause });
    this.file = file;
    if (line !== undefined) this.line = line;
  }
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => name.endsWith(fileExtension)).map((name) => join(folder, name));
  } catch (cause) {
    throw new StoreError(folder, 'the folder cannot be read. Name the folder of an observation.', { cause });
  }
}

async function* readRun(file: string): AsyncGenerator<StoredExchange> {
  const run = basename(file);
  let line = 0;
  for await (const text of linesOf(file)) {
    line += 1;
    const content = parseJson(text);
    if (line === 1) checkVersion(file, content);
    else if (isExchange(content)) yield { exchange: content, run };
    else throw new StoreError(file, 'this is no exchange. Remove the line, or the file.', { line });
  }
}

function checkVersion(file: string, head: unknown): void {
  const found = (head as { version?: unknown } | undefined)?.version;
  if (found === version) return;
  const reason =
    typeof found === 'number' ? `it has version ${found} instead of ${version}` : 'it is no file of exchanges';
  throw new StoreError(file, `${reason}. Remove it, or read it with the version of the kit that wrote it.`, {
    line: 1,
  });
}

const isExchange = (content: unknown): content is KeptExchange =>
  typeof content === 'object' && content !== null && 'request' in content && 'violations' in content;

/** The lines that end with a line feed; `readline` would also split at other characters. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
