import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EmptyProject } from './empty-project.ts';

/** The first code block in a language of an installed package's README. Throws if it has none. */
export function readmeExample({ folder }: EmptyProject, packageName: string, language: 'ts' | 'js' | 'text'): string {
  const readme = readFileSync(join(folder, 'node_modules', packageName, 'README.md'), 'utf8');
  const code = readme.split(`\`\`\`${language}\n`)[1]?.split('```')[0];
  if (!code) throw new Error(`The README of ${packageName} has no ${language} example.`);
  return code;
}
