import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder, until the test ends. */
export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'escrow-webhooks-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
