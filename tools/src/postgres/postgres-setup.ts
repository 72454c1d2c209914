import { startPostgres } from '@escrow-kit/tools/start-postgres';
import type { TestProject } from 'vitest/node';

/** Provides one PostgreSQL to all test files of a package. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres();
  project.provide('postgresUrl', url);
  return stop;
}
