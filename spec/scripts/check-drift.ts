import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writtenFiles } from './written-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'escrow-kit-spec-'));
const fresh = join(folder, 'openapi.bundle.json');
try {
  execFileSync('redocly', ['bundle', 'openapi.yaml', '--config', 'redocly.yaml', '--output', fresh], { stdio: 'pipe' });
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
