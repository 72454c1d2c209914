import type { ClientBase, Pool, QueryResultRow } from 'pg';
import type { Sql, StatementName } from './sql.ts';

/** Runs one of the statements and resolves with its rows. The server keeps its plan. */
export type RunStatement = <Row extends QueryResultRow>(
  client: Pool | ClientBase,
  name: StatementName,
  values?: readonly unknown[],
) => Promise<Row[]>;

/** How long what is written for a request may take: a receiver has to answer, though the network has gone silent. */
const storingLimitInMs = 10_000;

const storing: ReadonlySet<StatementName> = new Set(['insertEvents', 'findDifferent', 'insertAside', 'addJobs']);

export function createRunStatement(schema: string, sql: Sql): RunStatement {
  return async <Row extends QueryResultRow>(
    client: Pool | ClientBase,
    name: StatementName,
    values?: readonly unknown[],
  ) => {
    const query = { name: `${schema}.${name}`, text: sql[name], values: [...(values ?? [])] };
    const { rows } = await client.query<Row>(
      storing.has(name) ? Object.assign(query, { query_timeout: storingLimitInMs }) : query,
    );
    return rows;
  };
}
