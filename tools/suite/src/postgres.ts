import * as postgres from '@escrow-kit/postgres';
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of a PostgreSQL server, without a database's name. */
    postgresUrl: string;
  }
}

/** Creates an empty database on the PostgreSQL of this run and returns its address. It goes away with the server. */
export function createDatabase(): Promise<string> {
  return postgres.createDatabase(inject('postgresUrl'));
}
