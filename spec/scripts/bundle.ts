import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { addRefusalExamples } from './refusal-examples.ts';

/** Bundles `openapi.yaml` into one file, and adds the examples of refusals that follow from the rules alone. */
export function bundleTo(path: string): void {
  execFileSync('redocly', ['bundle', 'openapi.yaml', '--config', 'redocly.yaml', '--output', path], { stdio: 'pipe' });
  const document = JSON.parse(readFileSync(path, 'utf8'));
  addRefusalExamples(document);
  writeFileSync(path, JSON.stringify(document, null, 2));
}
