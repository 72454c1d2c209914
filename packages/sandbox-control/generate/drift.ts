import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { controlTypes, typesFile } from './control-types.ts';

const folder = mkdtempSync(join(tmpdir(), 'escrow-kit-sandbox-control-'));
const fresh = join(folder, 'openapi.bundle.json');
try {
  execFileSync('redocly', ['bundle', 'openapi.yaml', '--config', 'redocly.yaml', '--output', fresh], { stdio: 'pipe' });
  const bundle = readFileSync(fresh, 'utf8');
  check('openapi.bundle.json', { is: readFileSync('openapi.bundle.json', 'utf8'), wanted: bundle });
  check('src/generated/control.ts', {
    is: readFileSync(typesFile, 'utf8'),
    wanted: await controlTypes(JSON.parse(bundle)),
  });
} finally {
  rmSync(folder, { recursive: true });
}

function check(name: string, { is, wanted }: { is: string; wanted: string }): void {
  if (is === wanted) return;
  console.error(`${name} does not match openapi.yaml. Run \`pnpm generate\`.`);
  process.exitCode = 1;
}
