import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { repositoryFolder } from '../src/repository.ts';

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Job {
  permissions?: Record<string, string>;
  steps?: Step[];
  if?: string;
}

const readYaml = (file: string) => parse(readFileSync(join(repositoryFolder, file), 'utf8'));
const workflows: { file: string; permissions: unknown; jobs: Record<string, Job> }[] = globSync(
  '.github/workflows/*.yml',
  { cwd: repositoryFolder },
).map((file) => ({ file, ...readYaml(file) }));
const jobs = workflows.flatMap((workflow) =>
  Object.entries(workflow.jobs).map(([id, job]) => ({ id, steps: [] as Step[], permissions: {}, ...job })),
);
const prepare: { runs: { steps: Step[] } } = readYaml('.github/actions/prepare/action.yml');
const steps = [...jobs.flatMap((job) => job.steps), ...prepare.runs.steps];
const idsOf = (found: { id: string }[]) => found.map(({ id }) => id);

test('every third-party action is pinned to a commit', () => {
  const foreign = steps.flatMap(({ uses }) => (uses === undefined || uses.startsWith('./') ? [] : [uses]));

  expect(foreign).not.toEqual([]);
  expect(foreign.filter((uses) => !/@[0-9a-f]{40}$/.test(uses))).toEqual([]);
});

test('every job lists its permissions, and has no others', () => {
  expect(workflows.filter(({ permissions }) => JSON.stringify(permissions) !== '{}')).toEqual([]);
  expect(idsOf(jobs.filter(({ permissions }) => Object.keys(permissions).length === 0))).toEqual([]);
});

test('a checkout leaves no credential behind', () => {
  const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));

  expect(checkouts.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([]);
});

const mayWrite = jobs.filter(({ permissions }) => Object.values(permissions).includes('write'));

test('the jobs that may write are known, and the one that can authenticate to npm writes nothing else', () => {
  expect(idsOf(mayWrite)).toEqual(['analyze', 'version', 'publish', 'tag']);
  expect(jobs.filter(({ permissions }) => 'id-token' in permissions)).toMatchObject([
    { id: 'publish', permissions: { contents: 'read', 'id-token': 'write' } },
  ]);
});

test('a job that may write runs no install scripts and uses no cache', () => {
  const own = mayWrite.flatMap((job) => job.steps);
  const runsScripts = ({ run = '', uses = '' }: Step) =>
    /\b(npm|pnpm|npx) (install|i|ci|run|build|test)\b/.test(run) || uses.startsWith('actions/cache');

  expect(own.filter(runsScripts)).toEqual([]);
  expect(own.filter(({ uses }) => uses === './.github/actions/prepare').map((step) => step.with?.['install'])).toEqual(
    mayWrite.filter(({ id }) => id !== 'analyze').map(() => 'tools'),
  );
});

test('nothing is published before a person has set NPM_PUBLISHING', () => {
  expect(idsOf(jobs.filter((job) => job.if?.includes("vars.NPM_PUBLISHING == 'on'")))).toEqual(['soak', 'publish']);
});
