import * as postgres from '@escrow-kit/suite/start-postgres';
import { inject } from 'vitest';
import './context/provided-context.ts';

/** Creates an empty database on the PostgreSQL of this run and returns its address. It is removed with the server. */
export function createDatabase(): Promise<string> {
  return postgres.createDatabase(inject('postgresUrl'));
}
