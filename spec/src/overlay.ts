import { delimiter } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { processDocument } from './document/base-document.ts';
import type { OpenApiDocument } from './document/document.ts';

export type { OpenApiDocument } from './document/document.ts';
export { OverlayError } from './overlay/overlay-error.ts';

/**
 * Returns the service's document with these OpenAPI Overlays applied in order. Reads version 1.0, and files of 1.1 without its additions.
 * Rejects with an `OverlayError` for a file that is not an overlay, and for an action that is not allowed or makes the document invalid.
 */
export async function readOverlays(files: readonly string[]): Promise<OpenApiDocument> {
  // Loaded only now: the libraries that apply overlays take time to load.
  const { applyOverlays } = await import('./overlay/apply-overlays.ts');
  return applyOverlays(files);
}

/**
 * Applies these overlays to the document of this process: all exports of `@escrow-kit/spec` follow it. Call it before anything imports
 * `@escrow-kit/spec`. Rejects with an `OverlayError` like `readOverlays`, and with an error if the process has read another document.
 */
export async function useOverlays(files: readonly string[]): Promise<void> {
  const held = processDocument();
  if (files.length === 0 && !held.document) return;
  const document = await readOverlays(files);
  const isSame = isDeepStrictEqual(document, held.document ?? (await readOverlays([])));
  if (held.isRead && !isSame) {
    throw new Error('@escrow-kit/spec was loaded with another document. Call useOverlays before anything imports it.');
  }
  held.document = document;
}

/**
 * Returns the overlay files of a command: each `--overlay FILE` of its arguments, or those of the variable `ESCROW_OVERLAY`, separated
 * by the delimiter of `PATH`. Does not check the arguments.
 */
export function findOverlayFiles(
  args: string[],
  { ESCROW_OVERLAY = '' }: { ESCROW_OVERLAY?: string | undefined },
): string[] {
  const { values } = parseArgs({ args, options: { overlay: { type: 'string', multiple: true } }, strict: false });
  const given = (values.overlay ?? []).filter((file) => typeof file === 'string');
  return given.length > 0 ? given : ESCROW_OVERLAY.split(delimiter).filter((file) => file !== '');
}
