import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Sandbox, startSandbox } from '@escrow-kit/sandbox';
import { operations } from '@escrow-kit/spec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentFile, repositoryFolder } from '../src/repository.ts';
import { installOtherTools, type OtherTools } from './other-tools.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const document = 'openapi.bundle.json';

/** A code generator: its folder in `other-tools/generators`, and the command that users run. */
interface Generator {
  name: string;
  command: [string, ...string[]];
  /** The module with its types, in that folder. Undefined: it has none of requests. */
  types?: string;
}

const fileOf = (name: string) => `generators/${name}/generated/service.ts`;

/** The generators of clients. */
const clientGenerators: Generator[] = [
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

const generators: Generator[] = [...clientGenerators, schemaGenerator];

/** It marks each expected type error. */
const notSentFile = 'not-sent.ts';

const current = join(repositoryFolder, documentFile);
const folder = createTemporaryFolder(afterAll);
let tools: OtherTools;
const typeErrors = new Map<string, string[]>();

beforeAll(async () => {
  tools = await installOtherTools(join(folder, 'tools'));
  cpSync(current, join(tools.folder, document));
  for (const generator of generators) {
    await generate(tools, generator);
    typeErrors.set(generator.name, await compile(tools, generator));
  }
});

test.for(generators)('the code that $name generates, and the program that uses it, have no type errors', ({ name }) => {
  expect(typeErrors.get(name)?.filter((error) => !error.includes(notSentFile))).toEqual([]);
});

test.for(generators)('the code that $name generates contains no NaN', (generator) => {
  const text = generatedText(tools, generator);

  expect(text).toContain('/api/external/contracts');
  expect(text).not.toMatch(/\bNaN\b/);
});

test.for(clientGenerators)(
  'MILESTONE-3 PARTY-3 forbidden fields are type errors in the code that $name generates',
  ({ name }) => {
    expect(typeErrors.get(name)?.filter((error) => error.includes(notSentFile))).toEqual([]);
  },
);

test('the main job runs with the client that hey-api generates', async ({ onTestFinished }) => {
  const sandbox = await startSandbox();
  onTestFinished(sandbox.close);
  const program = await importCompiled<MainJobProgram>('hey-api/main-job.js');
  const { openContract, openCheckout } = program.createMainJob({ url: sandbox.url, ...sandbox.credentials });

  const milestoneId = await openContract();
  await sandbox.control.giveConsent('+966500000002');
  const checkout = await fetch(await openCheckout(milestoneId), { redirect: 'manual' });
  await sandbox.control.pay(milestoneId);
  await sandbox.control.release(milestoneId);
  const { state } = await sandbox.control.complete(milestoneId);

  // The ticket signs the buyer in.
  expect(checkout.headers.getSetCookie()).not.toEqual([]);
  expect(state).toBe('COMPLETED');
});

test.for([
  { name: 'hey-api', file: 'hey-api/generated/zod.gen.js', schemaName: (id: string) => `z${capitalized(id)}Body` },
  { name: 'orval', file: 'orval/generated/schemas.js', schemaName: (id: string) => `${capitalized(id)}Body` },
])('the schemas that $name generates for zod accept every request of the document', async ({ file, schemaName }) => {
  const schemas = await importCompiled<Record<string, ZodSchema>>(file);

  const refused = requestExamples().filter(({ id, value }) => !schemas[schemaName(id)]?.safeParse(value).success);

  expect(requestExamples()).not.toEqual([]);
  expect(refused).toEqual([]);
});

test('spectral:oas finds only waived problems in the document', async () => {
  const command = ['lint', current, '--ruleset', join(repositoryFolder, 'spec/spectral.yaml'), '--format', 'json'];

  const { stdout } = await tools.try('spectral', ...command, '--quiet');

  expect(JSON.parse(stdout)).toEqual([]);
});

/** The program in `other-tools/generators/hey-api`. */
interface MainJobProgram {
  createMainJob(service: Sandbox['credentials'] & { url: string }): {
    openContract(): Promise<string>;
    openCheckout(milestoneId: string): Promise<string>;
  };
}

/** The part of a zod schema that these tests use. */
interface ZodSchema {
  safeParse(value: unknown): { success: boolean };
}

function importCompiled<Module>(file: string): Promise<Module> {
  return import(pathToFileURL(join(tools.folder, 'compiled', file)).href);
}

/** Every example of a request in the document, with the id of its operation. */
function requestExamples(): { id: string; value: unknown }[] {
  return operations.flatMap(({ id, body }) =>
    Object.values(body?.examples ?? {}).map((example) => ({ id, value: example.value })),
  );
}

function capitalized(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1);
}

/** Runs a generator, and writes beside its types what they have to refuse. Rejects if it fails. */
async function generate(tools: OtherTools, { name, command, types }: Generator): Promise<void> {
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
async function compile(tools: OtherTools, { name }: Generator): Promise<string[]> {
  const { exitCode, output } = await tools.try('tsc', '--pretty', 'false', '-p', `generators/${name}`);
  // Indented lines continue the error above.
  const errors = output.split('\n').filter((line) => /^\S/.test(line));
  if (exitCode !== 0 && errors.length === 0) throw new Error(`The compiler failed on the code that ${name} generates.`);
  return errors;
}

/** The text of all generated files. */
function generatedText(tools: OtherTools, { name }: Generator): string {
  const cwd = join(tools.folder, 'generators', name, 'generated');
  const files = globSync('**/*.ts', { cwd }).map((file) => readFileSync(join(cwd, file), 'utf8'));
  return files.join('\n');
}

function commandOf(line: string): [string, ...string[]] {
  const [command = '', ...rest] = line.split(' ');
  return [command, ...rest];
}
