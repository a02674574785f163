/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the roles only seem redundant: browsers drop a table's own when its display changes, as it does in receipts. */
import type { ReactNode } from "react";

export interface Column<Row> {
  key: string;
  label: string;
  cell: (row: Row) => ReactNode;
  align?: "end";
  /** How the cell stands in a receipt: first, last, wide, quiet, end, big; and n, title, plus, minus. */
  className?: string | ((row: Row) => string);
  /** In a receipt the name of the column stands before the cell. */
  labelInReceipt?: boolean;
}

interface DataTableProps<Row> {
  /** Names the table for screen readers. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string | number;
  /** The id of a row that an address may lead to. */
  rowId?: (row: Row) => string;
  rowClassName?: (row: Row) => string | undefined;
  className?: string;
}

/**
 * A table on a raised sheet whose rows become small receipts below 800 px. The roles are spelled out because
 * browsers drop a table's own when its display changes.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowId,
  rowClassName,
  className,
}: DataTableProps<Row>) {
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
        <tbody role="rowgroup">
          {rows.map((row) => (
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
      </table>
    </div>
  );
}
