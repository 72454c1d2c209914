import type { OpenApiDocument } from '../src/document/document.ts';
import { factsOf } from '../src/document/read-facts.ts';

/** Writes the types of the facts that code needs, as TypeScript source. */
export function factsSource(document: OpenApiDocument): string {
  const types = Object.entries(factsOf(document)).map(
    ([name, value]) => `export type ${name[0]?.toUpperCase()}${name.slice(1)} = ${readonlyType(value)};\n`,
  );
  return ['// Generated from openapi.bundle.json by `pnpm generate`. Do not edit.\n', ...types].join('\n');
}

/** The type of exactly this value. */
function readonlyType(value: string[] | number[] | Record<string, string>): string {
  if (Array.isArray(value)) return `readonly ${JSON.stringify(value)}`;
  const members = Object.entries(value).map(([key, text]) => `readonly ${key}: ${JSON.stringify(text)}`);
  return `{ ${members.join('; ')} }`;
}
