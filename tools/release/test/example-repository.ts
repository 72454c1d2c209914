import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OpenApiDocument, openApiDocument } from '@escrow-kit/spec';
import { onTestFinished } from 'vitest';
import { documentFile, documentPackage } from '../src/repository.ts';
import { type CommandResult, tryCommand } from './run-command.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

/** A workspace with the document's package and another one, for running the scripts of this workspace. */
export interface ExampleRepository {
  folder: string;
  /** Writes the document of this workspace, changed. */
  changeDocument(change: (document: OpenApiDocument) => void): void;
  addChangeset(bump: 'major' | 'minor', packageName?: string): void;
  write(file: string, text: string, mode?: number): void;
  read(file: string): string;
  run(script: string, environment?: Record<string, string>): Promise<CommandResult>;
}

/** Creates a repository whose last release has the document of this workspace, or that has no release. Removed when the test ends. */
export function createRepository({ isReleased }: { isReleased: boolean }): ExampleRepository {
  const folder = createTemporaryFolder(onTestFinished);
  let changesetCount = 0;
  const write: ExampleRepository['write'] = (file, text, mode = 0o644) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text, { mode });
  };
  write('pnpm-workspace.yaml', 'packages: [spec, other]\n');
  write('package.json', '{"name":"example","private":true}');
  write('.changeset/config.json', '{"changelog":"@changesets/cli/changelog"}');
  write('spec/package.json', JSON.stringify({ name: documentPackage, version: '0.0.0' }));
  write('spec/README.md', '# The document');
  write('other/package.json', JSON.stringify({ name: 'other', version: '0.0.0' }));
  write('other/README.md', '# Other');
  write(documentFile, JSON.stringify(openApiDocument));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd: folder });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'The repository');
  if (isReleased) git('tag', `${documentPackage}@0.1.0`);
  return {
    folder,
    changeDocument(change) {
      const document = structuredClone(openApiDocument);
      change(document);
      write(documentFile, JSON.stringify(document));
    },
    addChangeset(bump, packageName = documentPackage) {
      changesetCount += 1;
      write(`.changeset/change-${changesetCount}.md`, `---\n'${packageName}': ${bump}\n---\n\nA change.\n`);
    },
    write,
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    run(script, environment) {
      const program = fileURLToPath(new URL(`../src/${script}.ts`, import.meta.url));
      return tryCommand('node', [program, folder], { cwd: folder, env: { ...process.env, ...environment } });
    },
  };
}
