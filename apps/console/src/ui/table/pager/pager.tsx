import type { ReactNode } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { formatCount } from '../../format/formatters.ts';
import { PageButtons } from './page-buttons.tsx';
import { type PageSize, pageSizes } from './page-size.ts';
import classes from './pager.module.css';

export interface Paging {
  /** From 1, as in the URL. */
  page: number;
  size?: PageSize;
  /** All rows, if the server pages; absent if the table has every row and pages itself. */
  total?: number;
  onPage: (page: number) => void;
  /** Without it, the page size is fixed. */
  onSize?: (size: PageSize) => void;
}

interface PagerProps {
  paging: Paging;
  total: number;
  /** The buttons that take the rows elsewhere. */
  taking: ReactNode;
}

/** The range of shown rows, and buttons for the other pages. */
export function Pager({ paging: { page, size = pageSizes[0], onPage, onSize }, total, taking }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / size));
  const first = total === 0 ? 0 : (page - 1) * size + 1;
  return (
    <div className={classes.pager}>
      <p role="status">
        {m.ui_rows_shown({
          first: formatCount(first),
          last: formatCount(Math.min(page * size, total)),
          total: formatCount(total),
        })}
      </p>
      <div className={classes.ways} data-screen-only>
        {taking}
        {onSize !== undefined && total > pageSizes[0] && <SizeField size={size} onSize={onSize} />}
        {pages > 1 && <PageButtons page={Math.min(page, pages)} pages={pages} onPage={onPage} />}
      </div>
    </div>
  );
}

/** The browser's own list, which needs no script. */
function SizeField({ size, onSize }: { size: PageSize; onSize: NonNullable<Paging['onSize']> }) {
  return (
    <label className={classes.size}>
      {m.ui_page_size()}
      <select
        value={size}
        onChange={(event) => onSize(pageSizes.find((each) => String(each) === event.currentTarget.value) ?? size)}
      >
        {pageSizes.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  );
}
