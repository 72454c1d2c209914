import type { ClientBase, Pool, QueryResultRow } from 'pg';
import type { Sql, StatementName } from './sql.ts';

/** Runs one of the statements and resolves with its rows. The server keeps its plan. */
export type RunStatement = <Row extends QueryResultRow>(
  client: Pool | ClientBase,
  name: StatementName,
  values?: readonly unknown[],
) => Promise<Row[]>;

/** How long a statement of the inbox may take: whoever waits for it has to go on, though the network has gone silent. */
export const statementLimitInMs = 10_000;

export function createRunStatement(schema: string, sql: Sql): RunStatement {
  return async <Row extends QueryResultRow>(
    client: Pool | ClientBase,
    name: StatementName,
    values?: readonly unknown[],
  ) => {
    const query = {
      name: `${schema}.${name}`,
      text: sql[name],
      values: [...(values ?? [])],
      query_timeout: statementLimitInMs,
    };
    const { rows } = await client.query<Row>(query);
    return rows;
  };
}
