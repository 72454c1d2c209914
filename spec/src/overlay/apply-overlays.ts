import { baseDocument as base } from '../document/base-document.ts';
import type { OpenApiDocument } from '../document/document.ts';
import { applyAction } from './apply-action.ts';
import { examine } from './examine.ts';
import { OverlayError } from './overlay-error.ts';
import { type OverlayAction, readOverlay } from './read-overlay.ts';

/** The document of `readOverlays`. */
export async function applyOverlays(files: readonly string[]): Promise<OpenApiDocument> {
  const actions = (await Promise.all(files.map(readOverlay))).flat();
  if (actions.length === 0) return base;
  let document = structuredClone(base);
  for (const action of actions) document = await applyAction(document, action);
  const examined = await examine(document, base);
  if (examined.problem !== undefined) throw await blame(actions, examined.problem);
  return examined.document;
}

/** Finds the action that makes the problem of the result, which stays to the end, by applying all of them again. */
async function blame(actions: OverlayAction[], ofResult: string): Promise<OverlayError> {
  let document = structuredClone(base);
  let cause: { action: OverlayAction; problem: string } | undefined;
  for (const action of actions) {
    document = await applyAction(document, action);
    const problem = action === actions.at(-1) ? ofResult : (await examine(document, base)).problem;
    if (!problem) cause = undefined;
    else if (problem !== cause?.problem) cause = { action, problem };
  }
  if (!cause) throw new Error('The overlays have a problem that no action of them makes.');
  return new OverlayError(cause.action, cause.problem);
}
