/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the roles are needed: browsers drop a table's implicit roles when its display changes, as on narrow screens. */
import type { ReactNode } from "react";

export interface Column<Row> {
  key: string;
  label: string;
  cell: (row: Row) => ReactNode;
  align?: "end";
  /** Layout of the cell on narrow screens: first, last, wide, quiet, end, big; and n, title, plus, minus. */
  className?: string | ((row: Row) => string);
  /** Shows the column's name before the cell on narrow screens. */
  labelInReceipt?: boolean;
}

interface DataTableProps<Row> {
  /** Accessible name of the table. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string | number;
  /** Element id of a row, for links to it. */
  rowId?: (row: Row) => string;
  rowClassName?: (row: Row) => string | undefined;
  /** Rows in a row with the same key stand under one heading. */
  groupOf?: (row: Row) => { key: string; heading: ReactNode };
  className?: string;
}

/** Consecutive rows of the same group together. */
function grouped<Row>(rows: Row[], groupOf: (row: Row) => { key: string; heading: ReactNode }) {
  const groups: { key: string; heading: ReactNode; rows: Row[] }[] = [];
  for (const row of rows) {
    const group = groupOf(row);
    const last = groups.at(-1);
    if (last?.key === group.key) last.rows.push(row);
    else groups.push({ ...group, rows: [row] });
  }
  return groups;
}

/**
 * Table whose rows become separate cards ("receipts") below 800 px. The roles are explicit, because browsers drop a
 * table's implicit roles when its display changes.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowId,
  rowClassName,
  groupOf,
  className,
}: DataTableProps<Row>) {
  const groups = grouped(rows, groupOf ?? (() => ({ key: "", heading: null })));
  return (
    <div className="panel">
      <table className={className ? `tbl ${className}` : "tbl"} role="table" aria-label={caption}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ key, label, align }) => (
              <th key={key} scope="col" role="columnheader" {...(align ? { className: "r" } : {})}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ key: group, heading, rows: rowsOfGroup }, index) => (
          <tbody key={`${group} ${index}`} role="rowgroup">
            {heading === null ? null : (
              <tr role="row" className="tbl__group">
                <th scope="rowgroup" role="rowheader" colSpan={columns.length}>
                  {heading}
                </th>
              </tr>
            )}
            {rowsOfGroup.map((row) => (
              <tr key={rowKey(row)} id={rowId?.(row)} role="row" className={rowClassName?.(row)}>
                {columns.map(({ key, label, cell, align, className: look, labelInReceipt }) => {
                  const own = typeof look === "function" ? look(row) : look;
                  const classes = [align && "r", own].filter(Boolean).join(" ");
                  return (
                    <td
                      key={key}
                      role="cell"
                      {...(classes ? { className: classes } : {})}
                      {...(labelInReceipt ? { "data-label": label } : {})}
                    >
                      {cell(row)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
