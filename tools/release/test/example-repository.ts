import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OpenApiDocument, openApiDocument } from '@escrow-kit/spec';
import { onTestFinished } from 'vitest';
import { documentFiles, documentPackage } from '../src/repository.ts';
import { type CommandResult, tryCommand } from './run-command.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

type Change = (document: OpenApiDocument) => void;

/** A small repository with a document, on which the scripts of this workspace run. */
export interface ExampleRepository {
  folder: string;
  changeDocument(change: Change): void;
  addChangeset(bump: 'major' | 'minor' | 'patch', packageName?: string): void;
  run(script: 'check-document' | 'version-packages'): Promise<CommandResult>;
}

/** A repository that has released the document of the workspace. Goes when the test ends. */
export function createReleasedRepository(): ExampleRepository {
  const repository = createRepository();
  writeDocument(documentFiles(repository.folder).released);
  return repository;
}

/** A repository that has released nothing yet. Goes when the test ends. */
export function createRepository(): ExampleRepository {
  const { folder, remove } = createTemporaryFolder();
  onTestFinished(remove);
  const changesets = join(folder, '.changeset');
  mkdirSync(changesets);
  const files = documentFiles(folder);
  writeDocument(files.current);
  let count = 0;
  return {
    folder,
    changeDocument: (change) => writeDocument(files.current, change),
    addChangeset(bump, packageName = documentPackage) {
      count += 1;
      writeFileSync(join(changesets, `change-${count}.md`), `---\n'${packageName}': ${bump}\n---\n\nA change.\n`);
    },
    run: (script) => tryCommand('node', [scriptFile(script), folder], { cwd: folder }),
  };
}

function writeDocument(file: string, change: Change = () => {}): void {
  const document = structuredClone(openApiDocument);
  change(document);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(document));
}

function scriptFile(script: string): string {
  return fileURLToPath(new URL(`../src/${script}.ts`, import.meta.url));
}
