import { execFileSync } from 'node:child_process';
import { addRefusalExamples } from './refusal-examples.ts';

/** `openapi.yaml` as one document, with the examples of refusals that follow from the rules alone. */
export function generatedFiles(): { url: URL; value: unknown }[] {
  const bundle = ['bundle', 'openapi.yaml', '--config', 'redocly.yaml', '--ext', 'json'];
  const document = JSON.parse(execFileSync('redocly', bundle, { encoding: 'utf8', maxBuffer: 2 ** 26 }));
  addRefusalExamples(document);
  return [{ url: new URL('../openapi.bundle.json', import.meta.url), value: document }];
}
