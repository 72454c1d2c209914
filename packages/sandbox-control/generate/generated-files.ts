import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { astToString, openapiTypescript } from '@escrow-kit/schema-types';

type Source = Parameters<typeof openapiTypescript>[0];

/** The document as one file, and its types. */
export async function generatedFiles(): Promise<{ url: URL; text: string }[]> {
  const bundle = bundled();
  return [
    { url: new URL('../openapi.bundle.json', import.meta.url), text: bundle },
    { url: new URL('../src/generated/control.ts', import.meta.url), text: await typesOf(JSON.parse(bundle)) },
  ];
}

function bundled(): string {
  const folder = mkdtempSync(join(tmpdir(), 'escrow-kit-sandbox-control-'));
  const file = join(folder, 'openapi.bundle.json');
  try {
    execFileSync('redocly', ['bundle', 'openapi.yaml', '--config', 'redocly.yaml', '--output', file], {
      stdio: 'pipe',
    });
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function typesOf(document: Source): Promise<string> {
  const nodes = await openapiTypescript(document, { defaultNonNullable: false, emptyObjectsUnknown: true });
  return `// Generated from openapi.bundle.json by \`pnpm generate\`. Not to be edited.\n\n${astToString(nodes)}`;
}
