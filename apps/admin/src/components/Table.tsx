// SPDX-License-Identifier: Apache-2.0
import { useEffect, useRef, type ReactNode } from 'react';
import styles from './components.module.css';

export interface TableProps {
  /** The table's content, for screen readers. */
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  /** Shown instead of an empty table. */
  readonly none: string;
}

/** A table. Its first column names the rows; on a phone each row is a card whose cells are labelled with their columns. */
export function Table({ label, columns, rows, none }: TableProps): ReactNode {
  const table = useRef<HTMLTableElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    // The button that had the focus went away, as that of a key which was revoked.
    if (hadFocus.current && document.activeElement === document.body) table.current?.focus();
    hadFocus.current = table.current?.contains(document.activeElement) ?? false;
  });
  if (rows.length === 0) return <p className={styles['none']}>{none}</p>;
  return (
    <table ref={table} className={styles['table']} aria-label={label} role="table" tabIndex={-1}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column} scope="col" role="columnheader">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(({ key, cells }) => (
          <tr key={key} role="row">
            {cells.map((cell, at) => {
              const [Cell, role, scope] =
                at === 0 ? (['th', 'rowheader', 'row'] as const) : (['td', 'cell'] as const);
              return (
                <Cell key={columns[at]} role={role} scope={scope} data-column={columns[at]}>
                  <span>{cell}</span>
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
