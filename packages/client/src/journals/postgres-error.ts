import { EscrowError } from '../index.ts';

const remedies: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there: start PostgreSQL, or correct host and port',
  ENOTFOUND: 'its host is unknown: correct it',
  '28P01': 'the user or the password is wrong',
  '28000': 'this user may not connect',
  '3D000': 'there is no such database: create it',
  '42501':
    'its user lacks a permission: grant it CREATE on the database, or create schema and table and let it use them',
};

/** The error of a database that cannot be used. It contains no address, user or password; its cause may. */
export function databaseError(error: unknown): EscrowError {
  const { code = '', message } = error as Error & { code?: string };
  const reason = remedies[code] ?? (message || code);
  return new EscrowError('journal', `The PostgreSQL journal failed: ${reason}.`, { cause: error });
}
