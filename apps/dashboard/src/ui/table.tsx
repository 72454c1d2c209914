import type { ReactNode } from 'react';

interface TableProps<Row> {
  label: string;
  rows: readonly Row[];
  keyOf(row: Row): string;
  /** Amounts are at the right, one below the other. */
  columns: [heading: string, cellOf: (row: Row) => ReactNode, kind?: 'amount'][];
  /** Instead of a table without rows. */
  empty: string;
}

/** A table that scrolls sideways if it is too wide. On a phone each row is a card, and each cell has its heading beside it. */
export function Table<Row>({ label, rows, keyOf, columns, empty }: TableProps<Row>): ReactNode {
  if (rows.length === 0) return <p>{empty}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by the keyboard
    <section className="table surface" aria-label={`Table: ${label}`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(([heading, , kind]) => (
              <th key={heading} scope="col" className={kind}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(([heading, cellOf, kind]) => (
                <td key={heading} className={kind} data-heading={heading}>
                  {/* One box beside the heading, whatever is in it. */}
                  <div>{cellOf(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
