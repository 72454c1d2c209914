import { startBrowser } from '@escrow-kit/suite/start-browser';
import type { TestProject } from 'vitest/node';

/** Provides one browser to all test files of a package. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { endpoint, stop } = await startBrowser();
  project.provide('browserEndpoint', endpoint);
  return stop;
}
