import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repositoryFolder } from '../src/repository.ts';

const read = (file: string): string => readFileSync(join(repositoryFolder, file), 'utf8');
const workflows = globSync('.github/workflows/*.yml', { cwd: repositoryFolder });
const actions = globSync('.github/actions/*/action.yml', { cwd: repositoryFolder });

/** A line that runs a third-party action. */
const foreignActions = [...workflows, ...actions].flatMap((file) =>
  [...read(file).matchAll(/^\s*(?:- )?uses: (?!\.\/)(.+)$/gm)].map(([, used = '']) => ({ file, used })),
);

interface Job {
  id: string;
  text: string;
  /** Such as `contents: write`. */
  permissions: string[];
}

/** The jobs of a workflow. Each begins with its id, indented by two spaces. */
function jobsOf(file: string): Job[] {
  const [, text = ''] = read(file).split(/^jobs:\n/m);
  const blocks = text.split(/^ {2}(?=[\w-]+:\n)/m).filter(Boolean);
  return blocks.map((block) => {
    const [, permissions = ''] = /^ {4}permissions:\n((?: {6}.*\n)+)/m.exec(block) ?? [];
    const lines = permissions.split('\n').map((line) => line.trim());
    return {
      id: block.slice(0, block.indexOf(':')),
      text: block,
      permissions: lines.filter((line) => line && !line.startsWith('#')),
    };
  });
}

const jobs = workflows.flatMap((file) => jobsOf(file).map((job) => ({ file, ...job })));
const privileged = jobs.filter(({ permissions }) => permissions.some((permission) => permission.endsWith(': write')));

test.for(foreignActions)('$file pins $used to the commit of a version', ({ used }) => {
  expect(used).toMatch(/^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test('an action is pinned to one commit everywhere', () => {
  const pins = new Set(foreignActions.map(({ used }) => used.replace(/^([\w-]+\/[\w-]+)[\w/-]*@/, '$1@')));

  expect(pins.size).toBe(new Set([...pins].map((pin) => pin.split('@')[0])).size);
});

test('dependabot updates every folder with pinned actions', () => {
  const configuration = read('.github/dependabot.yml');

  expect(configuration).toMatch(
    /package-ecosystem: github-actions\n\s+directories:\n\s+- \/\n\s+- \/\.github\/actions\/\*\n/,
  );
});

describe.for(workflows)('%s', (file) => {
  test('grants only the permissions that each job lists', () => {
    expect(read(file)).toMatch(/^permissions: \{\}$/m);
    expect(jobsOf(file).filter(({ permissions }) => permissions.length === 0)).toEqual([]);
  });

  test('a checkout leaves no credential behind', () => {
    const checkouts = read(file).match(/actions\/checkout@/g) ?? [];
    const withoutCredentials = read(file).match(/persist-credentials: false/g) ?? [];

    expect(withoutCredentials).toHaveLength(checkouts.length);
  });
});

test('one job can authenticate to npm, and it can write nothing else', () => {
  const proving = jobs.filter(({ permissions }) => permissions.includes('id-token: write'));

  expect(proving.map(({ file, id, permissions }) => [file, id, permissions])).toEqual([
    ['.github/workflows/release.yml', 'publish', ['contents: read', 'id-token: write']],
  ]);
});

test('the jobs that may write are known', () => {
  expect(privileged.map(({ id }) => id)).toEqual(['analyze', 'version', 'publish', 'tag']);
});

test('nothing is published before a person has set the variable that says so', () => {
  const gated = jobs.filter(({ text }) => text.includes("vars.NPM_PUBLISHING == 'on'"));

  expect(gated.map(({ id }) => id)).toEqual(['soak', 'publish']);
});

test.for(privileged)(
  '$id, which may write, runs no script of what it installs and takes nothing from the cache',
  (job) => {
    const installs = [
      ...job.text.matchAll(/uses: \.\/\.github\/actions\/prepare\n(?: {8}with:\n {10}install: (\w+)\n)?/g),
    ];

    expect(job.text).not.toMatch(/\b(npm|pnpm|npx) (install|i|ci|run|build|test)\b|actions\/cache/);
    expect(installs.filter(([, install]) => install !== 'tools')).toEqual([]);
  },
);

test('an installation of tools runs no script and uses no cache', () => {
  const action = read('.github/actions/prepare/action.yml');

  expect(action).toMatch(/- if: inputs\.install != 'tools'\n\s+uses: actions\/cache@/);
  expect(action).toMatch(/TOOLS_ONLY: .* == 'tools' && '--ignore-scripts --filter \.' \|\| '' \}\}\n/);
  expect(action).toMatch(/pnpm install --frozen-lockfile \$TOOLS_ONLY\n/);
});
