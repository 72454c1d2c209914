import { existsSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import packedChromium from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';
import { onExit } from './on-exit.ts';

let browser: Promise<Browser> | undefined;

/**
 * A headless Chromium, on Linux from the npm package, elsewhere the installed Chrome. The test files of a worker share it; close the
 * windows that you open. It ends with the worker, even if that is killed, because it then loses its pipe.
 */
export function sharedBrowser(): Promise<Browser> {
  browser ??= startBrowser();
  return browser;
}

const packedChromiumPath = createRequire(import.meta.url).resolve('@sparticuz/chromium');

/** Not in the system's temporary folder, which may be mounted `noexec`. */
const programs = join(import.meta.dirname, '../node_modules/.cache');

const args = [
  // An attacker's host name leads to this machine, for tests of DNS rebinding. No other test uses the name.
  '--host-resolver-rules=MAP rebound.example 127.0.0.1',
  // Pages of tests live too briefly for optimized code to be worth its compilation.
  '--js-flags=--no-maglev --no-turbofan',
  // One process for the pages of a window, not one for each change of the host, which costs a quarter more.
  '--disable-site-isolation-trials',
  '--renderer-process-limit=1',
];

async function startBrowser(): Promise<Browser> {
  const program = process.platform === 'linux' ? { executablePath: await findProgram() } : { channel: 'chrome' };
  return chromium.launch({ ...program, args });
}

/** The program of the npm package. Unpacking takes seconds, so the first process does it for all. */
async function findProgram(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(dirname(packedChromiumPath), '../package.json'), 'utf8'));
  const folder = join(programs, `chromium-${version}`);
  const program = join(folder, 'chromium');
  if (existsSync(program)) return program;
  await mkdir(programs, { recursive: true });
  const draft = await mkdtemp(join(programs, 'chromium-draft-'));
  onExit(() => rmSync(draft, { recursive: true, force: true }));
  try {
    await unpack(draft);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process may have been faster.
    if (!existsSync(program)) throw error;
  }
  return program;
}

/** The package unpacks into the system's temporary folder, where two processes at once would collide. */
async function unpack(folder: string): Promise<void> {
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  try {
    await packedChromium.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}
