import * as postgres from '@escrow-kit/databases/postgres';
import type { Pool, PoolConfig } from 'pg';
import { configurationError, WebhookError } from '../errors.ts';

/** How to reach a database: what node-postgres takes. */
export type PostgresConnection = string | PoolConfig;

/**
 * A pool of connections. A broken connection is replaced, and only what was running on it rejects. A statement without an
 * answer for `statementLimitInMs` rejects, for example when the network goes silent.
 */
export function createPool(connection: PostgresConnection, max: number, statementLimitInMs: number): Pool {
  const config = typeof connection === 'string' ? { connectionString: connection } : connection;
  return postgres.createPool({ query_timeout: statementLimitInMs, ...config, max });
}

const remedyByCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there: start PostgreSQL, or correct the host and port',
  ENOTFOUND: 'its host is unknown: correct it',
  '28P01': 'the user or the password is wrong',
  '28000': 'this user may not connect',
  '3D000': 'there is no such database: create it',
  '42501':
    'its user lacks a permission: grant it CREATE on the database, or create the schema and make the user its owner',
};

/** The error for a database that cannot be used. It holds no address, user or password. */
export function databaseError(error: unknown): WebhookError {
  if (error instanceof WebhookError) return error;
  const { code, message } = error as Error & { code?: string };
  const remedy = remedyByCode[code ?? ''];
  if (remedy) return configurationError(`connection: the database cannot be used, ${remedy}.`);
  return new WebhookError('inbox', `The PostgreSQL inbox failed: ${message || code}.`, { cause: error });
}
