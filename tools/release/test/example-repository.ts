import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OpenApiDocument, openApiDocument } from '@escrow-kit/spec';
import { onTestFinished } from 'vitest';
import { documentFiles, documentPackage } from '../src/repository.ts';
import { type CommandResult, tryCommand } from './run-command.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

type Change = (document: OpenApiDocument) => void;

/** A script of this workspace that takes a repository as its argument. */
type Script = 'add-repository' | 'check-document' | 'version-packages';

/** A small repository with a document, for running the scripts of this workspace. */
export interface ExampleRepository {
  folder: string;
  changeDocument(change: Change): void;
  addChangeset(bump: 'major' | 'minor' | 'patch', packageName?: string): void;
  read(file: string): string;
  run(script: Script, environment?: Record<string, string>): Promise<CommandResult>;
}

/** A repository that has released the document of the workspace. Removed when the test ends. */
export function createReleasedRepository(): ExampleRepository {
  const repository = createRepository();
  writeDocument(documentFiles(repository.folder).released);
  return repository;
}

/** A repository without a release. Removed when the test ends. */
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
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    run: (script, environment) =>
      tryCommand('node', [scriptFile(script), folder], { cwd: folder, env: { ...process.env, ...environment } }),
  };
}

const readme = `# Other

[rules](../spec/rules.md#AUTH-1), [states](states.md), [below](#below), [elsewhere](https://elsewhere.example/a.md)
![the page](../docs/images/page.png)

\`\`\`ts
handlers[status](event);
\`\`\`
`;

/** A workspace with the document's package and another one, without a release. Removed when the test ends. */
export function createWorkspace(): ExampleRepository {
  const repository = createRepository();
  const write = (file: string, content: string) => writeFile(join(repository.folder, file), content);
  write('pnpm-workspace.yaml', 'packages: [spec, other]\n');
  write('package.json', JSON.stringify({ name: 'example', private: true }));
  write('.changeset/config.json', JSON.stringify({ changelog: '@changesets/cli/changelog' }));
  write('spec/package.json', JSON.stringify({ name: documentPackage, version: '0.0.0' }, null, 2));
  write('other/package.json', JSON.stringify({ name: 'other', version: '0.0.0' }, null, 2));
  write('spec/README.md', '# The document');
  write('other/README.md', readme);
  return repository;
}

function writeDocument(file: string, change: Change = () => {}): void {
  const document = structuredClone(openApiDocument);
  change(document);
  writeFile(file, JSON.stringify(document));
}

function writeFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function scriptFile(script: string): string {
  return fileURLToPath(new URL(`../src/${script}.ts`, import.meta.url));
}
