import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repositoryFolder } from './repository.ts';
import { writeSbom } from './write-sbom.ts';

// Needs no installed package, only Node, pnpm and GitHub's command `gh`.

/** A package in the output of the publishing action. */
interface PublishedPackage {
  name: string;
  version: string;
}

// For tests, the argument is another repository.
const repository = process.argv[2] ?? repositoryFolder;
const commit = process.env['GITHUB_SHA'] ?? '';
const packages = globSync('**/package.json', { cwd: repository, exclude: ['**/node_modules'] }).map((file) => ({
  ...(JSON.parse(readFileSync(join(repository, file), 'utf8')) as PublishedPackage & { private?: boolean }),
  folder: dirname(file),
}));
const folders = new Map(packages.map((each) => [each.name, each.folder]));
const { PUBLISHED_PACKAGES } = process.env;
// Default, for publishing by hand: every package that is not private.
const published: PublishedPackage[] = PUBLISHED_PACKAGES
  ? JSON.parse(PUBLISHED_PACKAGES)
  : packages.filter((each) => !each.private);

const folder = mkdtempSync(join(tmpdir(), 'escrow-release-'));
try {
  for (const each of published) createRelease(each);
} finally {
  rmSync(folder, { recursive: true });
}

/** Creates the tag and its release, with the bill of materials, unless an earlier run has created them. */
function createRelease({ name, version }: PublishedPackage): void {
  const tag = `${name}@${version}`;
  const notes = notesOf(name, version);
  if (gh('release', 'view', tag).status === 0) return;
  const options = [writeSbom({ repository, name, folder }), '--target', commit, '--title', tag, '--notes', notes];
  const { status, stderr } = gh(
    'release',
    'create',
    tag,
    ...options,
    ...(version.includes('-') ? ['--prerelease'] : []),
  );
  if (status !== 0) throw new Error(`The release ${tag} was not created: ${stderr}`);
}

function gh(...args: string[]): { status: number | null; stderr: string } {
  const { error, status, stderr } = spawnSync('gh', args, { cwd: repository, encoding: 'utf8' });
  if (error) throw error;
  return { status, stderr };
}

/** Reads the changelog's section for a version, without its heading. */
function notesOf(name: string, version: string): string {
  const folder = folders.get(name);
  if (folder === undefined) throw new Error(`No package of the repository is called ${name}.`);
  const sections = readFileSync(join(repository, folder, 'CHANGELOG.md'), 'utf8').split(/^## /m);
  const section = sections.find((text) => text.startsWith(`${version}\n`));
  if (section === undefined) throw new Error(`The changelog of ${name} has no section for ${version}.`);
  return section.slice(version.length).trim();
}
