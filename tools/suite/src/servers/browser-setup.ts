import type { TestProject } from 'vitest/node';
import { useServer } from './shared-servers.ts';

/** Provides one browser to all test files, shared by all packages of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { address, release } = await useServer('browser');
  project.provide('browserEndpoint', address);
  return release;
}
