import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** Creates an empty database on a server and returns its address. It is removed with the server. */
export async function createDatabase(serverUrl: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: `${serverUrl}/postgres` });
  await client.connect();
  // By default PostgreSQL also writes the copy to its log, which costs half as much again.
  await client.query(`create database ${name} strategy file_copy`);
  await client.end();
  return `${serverUrl}/${name}`;
}
