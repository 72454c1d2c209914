import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repositoryFolder } from './repository.ts';
import { writeSbom } from './write-sbom.ts';

// Creates the tag and the release on GitHub of each published package, with its bill of materials, unless an earlier run has
// created them. Needs no installed package, only Node, pnpm and GitHub's command `gh`.

interface Package {
  name: string;
  version: string;
  private?: boolean;
}

// For tests, the argument is another repository.
const repository = process.argv[2] ?? repositoryFolder;
const { PUBLISHED_PACKAGES, GITHUB_SHA = '' } = process.env;
const files = globSync('**/package.json', { cwd: repository, exclude: ['**/node_modules'] });
const packages = files.map((file) => ({
  ...(JSON.parse(readFileSync(join(repository, file), 'utf8')) as Package),
  folder: join(repository, dirname(file)),
}));
// Default, for publishing by hand: every package that is not private.
const published: Package[] = PUBLISHED_PACKAGES
  ? JSON.parse(PUBLISHED_PACKAGES)
  : packages.filter((each) => !each.private);

const sbomFolder = mkdtempSync(join(tmpdir(), 'escrow-release-'));
try {
  for (const each of published) createRelease(each);
} finally {
  rmSync(sbomFolder, { recursive: true });
}

function createRelease({ name, version }: Package): void {
  const tag = `${name}@${version}`;
  if (gh('release', 'view', tag).status === 0) return;
  const sbom = writeSbom({ repository, name, folder: sbomFolder });
  const options = ['--target', GITHUB_SHA, '--title', tag, '--notes', notesOf(name, version)];
  if (version.includes('-')) options.push('--prerelease');
  const { status, stderr } = gh('release', 'create', tag, sbom, ...options);
  if (status !== 0) throw new Error(`The release ${tag} was not created: ${stderr}`);
}

function gh(...args: string[]): { status: number | null; stderr: string } {
  const { error, status, stderr } = spawnSync('gh', args, { cwd: repository, encoding: 'utf8' });
  if (error) throw error;
  return { status, stderr };
}

/** Reads the changelog's section for a version, without its heading. */
function notesOf(name: string, version: string): string {
  const folder = packages.find((each) => each.name === name)?.folder ?? repository;
  const sections = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8').split(/^## /m);
  const section = sections.find((text) => text.startsWith(`${version}\n`));
  if (section === undefined) throw new Error(`The changelog of ${name} has no section for ${version}.`);
  return section.slice(version.length).trim();
}
