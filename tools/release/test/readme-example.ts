import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EmptyProject } from './empty-project.ts';

/** Reads the first code block in a language from an installed package's README. Throws if there is none. */
export function readmeExample({ folder }: EmptyProject, packageName: string, language: 'ts' | 'js' | 'text'): string {
  const readme = readFileSync(join(folder, 'node_modules', packageName, 'README.md'), 'utf8');
  const code = readme.split(`\`\`\`${language}\n`)[1]?.split('```')[0];
  if (!code) throw new Error(`The README of ${packageName} has no ${language} example.`);
  return code;
}
