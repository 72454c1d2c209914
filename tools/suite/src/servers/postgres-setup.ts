import type { TestProject } from 'vitest/node';
import { useServer } from './shared-servers.ts';

/** One PostgreSQL for all test files, and for all packages of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { address, release } = await useServer('postgres');
  project.provide('postgresUrl', address);
  return release;
}
