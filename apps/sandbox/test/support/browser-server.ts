import { startBrowser } from '@escrow-kit/browser';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where a headless browser takes connections. */
    browserEndpoint: string;
  }
}

/** Starts one browser for all test files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startBrowser();
  project.provide('browserEndpoint', server.endpoint);
  return server.stop;
}
