import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { guardFolder, guardProcess } from '@escrow-kit/suite/process-guard';
import packedChromium from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/** A headless browser to which several processes may connect. */
export interface BrowserServer {
  /** For {@link connectBrowser}. A string, so that vitest can pass it to its workers. */
  endpoint: string;
  /** Ends the browser and removes its files. */
  stop(): Promise<void>;
}

/** Not in the system's temporary folder, which may be mounted `noexec`. */
const programs = join(import.meta.dirname, '../../node_modules/.cache');

/**
 * Resolves an attacker's host name to this machine, for tests of DNS rebinding. No other test uses the name.
 */
const args = ['--host-resolver-rules=MAP rebound.example 127.0.0.1'];

/**
 * Starts a headless Chromium: on Linux from the npm package, elsewhere the installed Chrome. It ends with this process, even if
 * that is killed.
 */
export async function startBrowser(): Promise<BrowserServer> {
  if (process.platform !== 'linux') return toServer(await chromium.launchServer({ channel: 'chrome', args }));
  await mkdir(programs, { recursive: true });
  const folder = await mkdtemp(join(programs, 'browser-'));
  await guardFolder(folder);
  const cleanUp = () => rm(folder, { recursive: true, force: true });
  try {
    // Not the flags that the package recommends, because they switch off the same-origin policy.
    return await toServer(await chromium.launchServer({ executablePath: await unpack(folder), args }), cleanUp);
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

/** Connects to a browser that {@link startBrowser} started. Closing the connection leaves the browser running. */
export function connectBrowser(endpoint: string): Promise<Browser> {
  return chromium.connect(endpoint);
}

/** The package unpacks into the system's temporary folder, where two processes at once would collide. */
async function unpack(folder: string): Promise<string> {
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  try {
    return await packedChromium.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}

async function toServer(
  server: Awaited<ReturnType<typeof chromium.launchServer>>,
  cleanUp = async () => {},
): Promise<BrowserServer> {
  await guardProcess();
  const stop = async () => {
    await server.close();
    await cleanUp();
  };
  return { endpoint: server.wsEndpoint(), stop };
}
