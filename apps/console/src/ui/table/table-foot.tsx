import type { ReactNode } from 'react';
import classes from './data-table.module.css';
import { Pager, type Paging } from './pager/pager.tsx';

interface TableFootProps {
  /** Undefined for a table that shows every row. */
  paging: Paging | undefined;
  /** The number of rows at hand. */
  count: number;
  /** The buttons that take the rows elsewhere. */
  taking: ReactNode;
}

export function TableFoot({ paging, count, taking }: TableFootProps) {
  if (paging === undefined) return <div className={classes.foot}>{taking}</div>;
  return <Pager paging={paging} total={paging.total ?? count} taking={taking} />;
}
