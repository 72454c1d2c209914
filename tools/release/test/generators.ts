import { cpSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { OtherTools } from './other-tools.ts';

const document = 'openapi.bundle.json';

/** A tool that generates code from the document: its folder in `other-tools/generators`, and its command as its users write it. */
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

const schemaGenerator: Generator = {
  name: 'openapi-zod-client',
  command: commandOf(`openapi-zod-client ${document} -o ${fileOf('openapi-zod-client')}`),
};

export const generators: Generator[] = [...clientGenerators, schemaGenerator];

/** Generates by every tool from a document, beside the programs. Rejects if a tool fails. */
export async function generateAll(tools: OtherTools, documentFile: string): Promise<void> {
  cpSync(documentFile, join(tools.folder, document));
  for (const { name, command } of generators) {
    mkdirSync(join(tools.folder, dirname(fileOf(name))), { recursive: true });
    await tools.run(...command);
  }
}

/** Compiles the generated code and the programs. Resolves with the type errors, each a line that begins with its file. */
export async function compileAll(tools: OtherTools): Promise<string[]> {
  const projects = ['.', 'generators/openapi-zod-client'];
  const compiled = await Promise.all(projects.map((project) => tools.try('tsc', '--pretty', 'false', '-p', project)));
  return compiled.flatMap(({ output }) => output.split('\n')).filter((line) => line !== '');
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
