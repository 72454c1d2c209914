import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Writes a file that is gone after the test. Returns its path. */
export function writeOverlayText(text: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'escrow-kit-overlay-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'overlay.yaml');
  writeFileSync(file, text);
  return file;
}

/** Writes an overlay with these actions, in YAML, from its line 4 on. Returns its path. */
export function writeOverlay(actions: string): string {
  return writeOverlayText(`overlay: 1.0.0\ninfo: { title: Test, version: 1.0.0 }\nactions:\n${actions}`);
}
