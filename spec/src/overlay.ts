export type { OpenApiDocument } from './document/document.ts';
export { OverlayError } from './overlay/overlay-error.ts';
export { findOverlayFiles, readOverlays, useOverlays } from './overlay/use-overlays.ts';
