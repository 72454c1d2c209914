import { delimiter } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { processDocument } from './document/base-document.ts';
import type { OpenApiDocument } from './document/document.ts';

export type { OpenApiDocument } from './document/document.ts';
export { OverlayError } from './overlay/overlay-error.ts';

/**
 * The service's document with OpenAPI Overlays 1.0 or 1.1, applied in this order; without any, the document itself. Of 1.1, what 1.0 has is read. Rejects with an
 * `OverlayError` for a file that is no overlay, and for the action that changes what may not change or makes the document invalid.
 */
export async function readOverlays(files: readonly string[]): Promise<OpenApiDocument> {
  // Loaded only now: the libraries that apply overlays take time to load.
  const { applyOverlays } = await import('./overlay/apply-overlays.ts');
  return applyOverlays(files);
}

/**
 * Makes the service's document with these overlays the document of this process: everything that `@escrow-kit/spec` exports follows
 * it. Call it before anything imports `@escrow-kit/spec`. Rejects with an `OverlayError` as `readOverlays` does, and with an error if
 * another document was read already.
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
 * The overlays that a command is to use: of each `--overlay FILE` among its arguments, or of the variable `ESCROW_OVERLAY`, where the
 * delimiter of `PATH` is between them. The command's own reading of its arguments refuses what is wrong with them.
 */
export function findOverlayFiles(
  args: string[],
  { ESCROW_OVERLAY = '' }: { ESCROW_OVERLAY?: string | undefined },
): string[] {
  const { values } = parseArgs({ args, options: { overlay: { type: 'string', multiple: true } }, strict: false });
  const given = (values.overlay ?? []).filter((file) => typeof file === 'string');
  return given.length > 0 ? given : ESCROW_OVERLAY.split(delimiter).filter((file) => file !== '');
}
