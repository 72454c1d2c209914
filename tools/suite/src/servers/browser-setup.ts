import type { TestProject } from 'vitest/node';
import { useServer } from './shared-servers.ts';

/** One browser for all test files, and for all packages of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { address, release } = await useServer('browser');
  project.provide('browserEndpoint', address);
  return release;
}
