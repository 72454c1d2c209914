import type { ReactNode } from 'react';

interface TableProps<Row> {
  label: string;
  rows: readonly Row[];
  keyOf(row: Row): string;
  columns: [heading: string, cellOf: (row: Row) => ReactNode][];
  /** Instead of a table without rows. */
  empty: string;
}

/** A table that scrolls sideways if it is too wide. */
export function Table<Row>({ label, rows, keyOf, columns, empty }: TableProps<Row>): ReactNode {
  if (rows.length === 0) return <p>{empty}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by the keyboard
    <section className="table surface" aria-label={`Table: ${label}`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(([heading]) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(([heading, cellOf]) => (
                <td key={heading}>{cellOf(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
