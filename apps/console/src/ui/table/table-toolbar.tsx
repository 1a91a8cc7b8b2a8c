import type { ReactNode } from 'react';
import type { Column } from './column/column.ts';
import { ColumnPicker } from './column/column-picker.tsx';
import type { useColumnPreferences } from './column/column-preferences.ts';
import classes from './data-table.module.css';

interface TableToolbarProps<Row> {
  columns: ReadonlyArray<Column<Row>>;
  choice: ReturnType<typeof useColumnPreferences>;
  /** The table's own tools, shown left. */
  children: ReactNode;
}

/** The tools above a table, with the column picker if there is a choice. */
export function TableToolbar<Row>({ columns, choice, children }: TableToolbarProps<Row>) {
  const isChoosable = columns.length >= fewestToChoose || columns.some(({ hidden }) => hidden);
  if (!children && !isChoosable) return null;
  return (
    <div className={classes.toolbar} data-screen-only>
      <div className={classes.tools}>{children}</div>
      {isChoosable && (
        <ColumnPicker
          columns={columns.slice(1)}
          preferences={choice.preferences}
          isDefault={choice.isDefault}
          onChange={choice.save}
          onReset={choice.reset}
        />
      )}
    </div>
  );
}

// With fewer columns, all are needed to read a row.
const fewestToChoose = 5;
