import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** Where the build of the dashboard writes to, seen from the sources and from what is published. */
const folder = join(import.meta.dirname, import.meta.url.endsWith('.ts') ? '../../../dist/dashboard' : 'dashboard');

/** The media types of what the build writes. */
const mediaTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A file that the build of the dashboard wrote. */
export interface BuiltFile {
  bytes: Uint8Array<ArrayBuffer>;
  mediaType: string;
}

/** Reads such a file; undefined where there is none. It is read when it is asked for, so that starting takes no longer. */
export async function readBuiltFile(path: string): Promise<BuiltFile | undefined> {
  const mediaType = mediaTypes[extname(path)];
  // No path leads out of the folder.
  if (mediaType === undefined || !/^(assets\/)?\w[\w.-]*$/.test(path)) return undefined;
  try {
    return { bytes: await readFile(join(folder, path)), mediaType };
  } catch {
    return undefined;
  }
}
