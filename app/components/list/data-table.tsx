/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the roles are needed: browsers drop a table's implicit roles when its display changes, as on narrow screens. */
import { groupNeighbours } from "~/domain/group-neighbours";
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
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string | number;
  /** Element id of a row, for links to it. */
  rowId?: (row: Row) => string;
  rowClassName?: (row: Row) => string | undefined;
  /** Consecutive rows with the same key share a heading. */
  groupOf?: (row: Row) => { key: string; heading: ReactNode };
  className?: string;
}

/** Table whose rows become separate cards ("receipts") below 800 px. */
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
  const groups = groupNeighbours(rows, (row) => groupOf?.(row).key ?? "");
  return (
    <div className="panel">
      <table className={className ? `tbl ${className}` : "tbl"} role="table" aria-label={caption}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ key, label, align }) => (
              <th key={key} scope="col" role="columnheader" className={align && "r"}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ key: group, items }, index) => (
          <tbody key={`${group} ${index}`} role="rowgroup">
            {groupOf && items[0] ? (
              <tr role="row" className="tbl__group">
                <th scope="rowgroup" role="rowheader" colSpan={columns.length}>
                  {groupOf(items[0]).heading}
                </th>
              </tr>
            ) : null}
            {items.map((row) => (
              <tr key={rowKey(row)} id={rowId?.(row)} role="row" className={rowClassName?.(row)}>
                {columns.map(({ key, label, cell, align, className: look, labelInReceipt }) => {
                  const own = typeof look === "function" ? look(row) : look;
                  const classes = [align && "r", own].filter(Boolean).join(" ") || undefined;
                  return (
                    <td
                      key={key}
                      role="cell"
                      className={classes}
                      data-label={labelInReceipt ? label : undefined}
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
