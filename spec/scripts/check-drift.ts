import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleTo } from './bundle.ts';
import { writtenFiles } from './written-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'escrow-kit-spec-'));
const fresh = join(folder, 'openapi.bundle.json');
try {
  bundleTo(fresh);
  if (readFileSync(fresh, 'utf8') !== readFileSync('openapi.bundle.json', 'utf8')) {
    process.stderr.write('openapi.bundle.json does not match openapi.yaml: run pnpm generate.\n');
    process.exitCode = 1;
  }
  for (const { path, text } of writtenFiles()) {
    if (readFileSync(path, 'utf8') === text) continue;
    process.stderr.write(`${path} does not match the bundle and rules.json: run pnpm generate.\n`);
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
