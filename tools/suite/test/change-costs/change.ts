import type { Edit } from './edit.ts';

/** A command in a folder of the repository. */
export interface Command {
  folder: string;
  /** The program and its arguments, such as `['vitest', 'run', 'test/rules.test.ts']`. */
  line: string[];
}

/** One of the changes of docs/change.md, made as a trial. */
export interface Change {
  /** The heading of its section. */
  section: string;
  edits: Edit[];
  /** What has to pass with the whole change. */
  checks: Command[];
  /** A name that only this change has. A check that misses an edit says it. */
  name: RegExp;
  /** For a file, a command that fails if the change is made without its edits. */
  omissions: { path: string; check: Command }[];
}

/** What `pnpm generate` does. */
export const generate: Command = { folder: '.', line: ['turbo', 'run', 'generate'] };

/** A run of some tests of a workspace. */
export const tests = (folder: string, ...files: string[]): Command => ({ folder, line: ['vitest', 'run', ...files] });

/** The types and the documents of some workspaces. */
export const typesAndDocuments = (...workspaces: string[]): Command => ({
  folder: '.',
  line: [
    ...['turbo', 'run', 'typecheck', 'lint:document', '--output-logs=errors-only'],
    ...workspaces.map((name) => `--filter=@escrow-kit/${name}`),
  ],
});

/** The changeset of a change: how far each package moves. Its name is that of no real one. */
export const changeset = (bumps: Record<string, 'minor' | 'major'>, sentence: string): Edit => ({
  kind: 'create',
  path: '.changeset/trial-of-a-change.md',
  text: `---\n${Object.entries(bumps)
    .map(([name, bump]) => `"@escrow-kit/${name}": ${bump}\n`)
    .join('')}---\n\n${sentence}\n`,
});
