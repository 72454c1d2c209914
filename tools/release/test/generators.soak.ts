import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Sandbox, startSandbox } from '@escrow-kit/sandbox';
import { operations } from '@escrow-kit/spec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentFile, repositoryFolder } from '../src/repository.ts';
import {
  clientGenerators,
  compile,
  generate,
  generatedText,
  generators,
  notSentFile,
  provideDocument,
} from './generators.ts';
import { installOtherTools, type OtherTools } from './other-tools.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const current = join(repositoryFolder, documentFile);
const { folder, remove } = createTemporaryFolder();
let tools: OtherTools;
const typeErrors = new Map<string, string[]>();

beforeAll(async () => {
  tools = await installOtherTools(join(folder, 'tools'));
  provideDocument(tools, current);
  for (const generator of generators) {
    await generate(tools, generator);
    typeErrors.set(generator.name, await compile(tools, generator));
  }
});

afterAll(remove);

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
