import type { Database } from '../../storage/database.ts';

/** The type of a column. */
export interface Column {
  name: string;
  type: 'text' | 'integer' | 'number';
  isNullable: boolean;
}

/** The columns of every table, as the store describes them. */
export async function readColumns(db: Database): Promise<Map<string, Column[]>> {
  const tables = await db.introspection.getTables();
  return new Map(
    tables.map(({ name, columns }) => [
      name,
      columns.map((column) => ({
        name: column.name,
        type: typeOf(column.dataType.toLowerCase()),
        isNullable: column.isNullable,
      })),
    ]),
  );
}

/** The two stores name types differently. */
function typeOf(dataType: string): Column['type'] {
  if (dataType === 'text') return 'text';
  return dataType === 'bigint' || dataType === 'int8' ? 'integer' : 'number';
}
