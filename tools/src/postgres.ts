import * as postgres from '@escrow-kit/tools/start-postgres';
import { inject } from 'vitest';
import './provided-context.ts';

/** Creates an empty database on the PostgreSQL of this run and returns its address. It is removed with the server. */
export const createDatabase = (): Promise<string> => postgres.createDatabase(inject('postgresUrl'));
