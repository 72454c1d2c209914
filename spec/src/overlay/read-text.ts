import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { OverlayError } from './overlay-error.ts';

/** Many times what an overlay of the whole document needs. */
const limitInBytes = 1024 * 1024;

/** Reads an overlay as text. Throws an {@link OverlayError} for what is no file of UTF-8, or above 1 MiB. */
export async function readText(file: string): Promise<string> {
  const refuse = (reason: string, cause?: unknown): never => {
    throw new OverlayError({ file, line: 1 }, reason, { cause });
  };
  const found = await stat(file).catch((error) => refuse(`The overlay can't be read (${error.code}).`, error));
  if (!found.isFile()) refuse('The overlay is no file. Give the path of a YAML or JSON file.');
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of createReadStream(file, { end: limitInBytes })) chunks.push(chunk);
  } catch (error) {
    refuse(`The overlay can't be read (${(error as NodeJS.ErrnoException).code}).`, error);
  }
  const bytes = Buffer.concat(chunks);
  if (bytes.length > limitInBytes) refuse('The overlay has more than 1 MiB. Split it, or leave out what it repeats.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    return refuse('The overlay is not UTF-8. Save it as UTF-8.', error);
  }
}
