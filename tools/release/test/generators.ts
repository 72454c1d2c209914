import { cpSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { OtherTools } from './other-tools.ts';

const document = 'openapi.bundle.json';

/** A tool that generates code from the document: its folder in `other-tools/generators`, and the command that its users run. */
export interface Generator {
  name: string;
  command: [string, ...string[]];
}

const fileOf = (name: string) => `generators/${name}/generated/service.ts`;

/** Each of these generates a client, and has a program that uses it. */
export const clientGenerators: Generator[] = [
  {
    name: 'hey-api',
    command: commandOf(`openapi-ts -i ${document} -o generators/hey-api/generated -p @hey-api/sdk zod --no-log-file`),
  },
  { name: 'orval', command: commandOf('orval --config generators/orval/orval.config.ts') },
  { name: 'oazapfts', command: commandOf(`oazapfts ${document} ${fileOf('oazapfts')}`) },
  {
    name: 'swagger-typescript-api',
    command: commandOf(
      `swagger-typescript-api generate -p ${document} -o generators/swagger-typescript-api/generated -n service.ts`,
    ),
  },
];

/** It generates schemas of zod 3. */
const schemaGenerator: Generator = {
  name: 'openapi-zod-client',
  command: commandOf(`openapi-zod-client ${document} -o ${fileOf('openapi-zod-client')}`),
};

/** All of them. */
export const generators: Generator[] = [...clientGenerators, schemaGenerator];

/** Makes a document the one that the tools read. */
export function provideDocument(tools: OtherTools, documentFile: string): void {
  cpSync(documentFile, join(tools.folder, document));
}

/** Generates by a tool, beside its programs. Rejects if the tool fails. */
export async function generate(tools: OtherTools, { name, command }: Generator): Promise<void> {
  mkdirSync(join(tools.folder, dirname(fileOf(name))), { recursive: true });
  await tools.run(...command);
}

/**
 * Compiles what a tool generated and its programs. Resolves with the type errors, each a line that begins with its file.
 * Each tool is compiled by itself, because the compiler reports nothing but syntax errors if it finds one.
 */
export async function compile(tools: OtherTools, { name }: Generator): Promise<string[]> {
  const { exitCode, output } = await tools.try('tsc', '--pretty', 'false', '-p', `generators/${name}`);
  // An indented line explains the one before.
  const errors = output.split('\n').filter((line) => /^\S/.test(line));
  if (exitCode !== 0 && errors.length === 0) throw new Error(`The compiler broke off on what ${name} generates.`);
  return errors;
}

/** All that a tool has generated. */
export function generatedText(tools: OtherTools, { name }: Generator): string {
  const cwd = join(tools.folder, 'generators', name, 'generated');
  const files = globSync('**/*.ts', { cwd }).map((file) => readFileSync(join(cwd, file), 'utf8'));
  return files.join('\n');
}

function commandOf(line: string): [string, ...string[]] {
  const [command = '', ...rest] = line.split(' ');
  return [command, ...rest];
}
