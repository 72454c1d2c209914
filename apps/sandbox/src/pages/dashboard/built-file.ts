import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** The folder of the dashboard's build, from the sources and from the published package. */
const folder = join(import.meta.dirname, import.meta.url.endsWith('.ts') ? '../../../dist/dashboard' : 'dashboard');

/** The media types of the built files. */
const mediaTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A built file of the dashboard. */
export interface BuiltFile {
  bytes: Uint8Array<ArrayBuffer>;
  mediaType: string;
}

/** Reads a built file; undefined if there is none. Reads it on request, so that it does not slow down the start. */
export async function readBuiltFile(path: string): Promise<BuiltFile | undefined> {
  const mediaType = mediaTypes[extname(path)];
  // No path may lead out of the folder.
  if (mediaType === undefined || !/^(assets\/)?\w[\w.-]*$/.test(path)) return undefined;
  try {
    return { bytes: await readFile(join(folder, path)), mediaType };
  } catch {
    return undefined;
  }
}
