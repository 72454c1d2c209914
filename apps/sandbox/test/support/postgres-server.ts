import { startPostgres } from '@escrow-kit/postgres';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of a PostgreSQL server, without a database's name. */
    postgresUrl: string;
  }
}

/** Starts one PostgreSQL for all test files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide('postgresUrl', server.url);
  return server.stop;
}
