import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentFiles, repositoryFolder } from './repository.ts';

// For tests, the argument is another repository.
const repository = process.argv[2] ?? repositoryFolder;
const { current, released } = documentFiles(repository);

const before = documentVersion();
run('changeset', 'version');
// Later changes are compared with the document of this version.
if (documentVersion() !== before) cpSync(current, released);
run('pnpm', 'install', '--lockfile-only');

function documentVersion(): string {
  return JSON.parse(readFileSync(join(repository, 'spec/package.json'), 'utf8')).version;
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { cwd: repository, stdio: 'inherit' });
}
