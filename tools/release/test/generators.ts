import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { OtherTools } from './other-tools.ts';

const document = 'openapi.bundle.json';

/** A code generator: its folder in `other-tools/generators`, and the command that users run. */
export interface Generator {
  name: string;
  command: [string, ...string[]];
  /** The module with its types, in that folder. Undefined: it has none of requests. */
  types?: string;
}

const fileOf = (name: string) => `generators/${name}/generated/service.ts`;

/** The generators of clients. */
export const clientGenerators: Generator[] = [
  {
    name: 'hey-api',
    types: './generated/types.gen.ts',
    command: commandOf(`openapi-ts -i ${document} -o generators/hey-api/generated -p @hey-api/sdk zod --no-log-file`),
  },
  {
    name: 'orval',
    types: './generated/service.ts',
    command: commandOf('orval --config generators/orval/orval.config.ts'),
  },
  {
    name: 'oazapfts',
    types: './generated/service.ts',
    command: commandOf(`oazapfts ${document} ${fileOf('oazapfts')}`),
  },
  {
    name: 'swagger-typescript-api',
    types: './generated/service.ts',
    command: commandOf(
      `swagger-typescript-api generate -p ${document} -o generators/swagger-typescript-api/generated -n service.ts`,
    ),
  },
];

/** Generates zod 3 schemas. */
const schemaGenerator: Generator = {
  name: 'openapi-zod-client',
  command: commandOf(`openapi-zod-client ${document} -o ${fileOf('openapi-zod-client')}`),
};

export const generators: Generator[] = [...clientGenerators, schemaGenerator];

/** Copies the document to where the tools read it. */
export function provideDocument(tools: OtherTools, documentFile: string): void {
  cpSync(documentFile, join(tools.folder, document));
}

/** It marks each expected type error. */
export const notSentFile = 'not-sent.ts';

/** Runs a generator, and writes beside its types what they have to refuse. Rejects if it fails. */
export async function generate(tools: OtherTools, { name, command, types }: Generator): Promise<void> {
  mkdirSync(join(tools.folder, dirname(fileOf(name))), { recursive: true });
  await tools.run(...command);
  if (types === undefined) return;
  const notSent = readFileSync(join(tools.folder, 'generators', notSentFile), 'utf8');
  writeFileSync(join(tools.folder, 'generators', name, notSentFile), notSent.replace('./generated/service.ts', types));
}

/**
 * Compiles the generated code and its programs. Resolves with the type errors, each a line that begins with its file. Each generator
 * is compiled separately, because after a syntax error the compiler reports no type errors.
 */
export async function compile(tools: OtherTools, { name }: Generator): Promise<string[]> {
  const { exitCode, output } = await tools.try('tsc', '--pretty', 'false', '-p', `generators/${name}`);
  // Indented lines continue the error above.
  const errors = output.split('\n').filter((line) => /^\S/.test(line));
  if (exitCode !== 0 && errors.length === 0) throw new Error(`The compiler failed on the code that ${name} generates.`);
  return errors;
}

/** The text of all generated files. */
export function generatedText(tools: OtherTools, { name }: Generator): string {
  const cwd = join(tools.folder, 'generators', name, 'generated');
  const files = globSync('**/*.ts', { cwd }).map((file) => readFileSync(join(cwd, file), 'utf8'));
  return files.join('\n');
}

function commandOf(line: string): [string, ...string[]] {
  const [command = '', ...rest] = line.split(' ');
  return [command, ...rest];
}
