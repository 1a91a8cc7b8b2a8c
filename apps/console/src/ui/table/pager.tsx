import { Pagination } from '@mantine/core';
import { m } from '../../paraglide/messages.js';
import classes from './pager.module.css';

export interface Paging {
  /** From 1, as the URL says. */
  page: number;
  /** 10 unless a screen has a reason. */
  size?: number;
  /** Rows in all, when the server pages; absent when the table has every row and pages itself. */
  total?: number;
  onPage: (page: number) => void;
}

/** Which rows are shown of how many, and the way to the others. */
export function Pager({
  page,
  size,
  total,
  onPage,
}: {
  page: number;
  size: number;
  total: number;
  onPage: Paging['onPage'];
}) {
  const pages = Math.max(1, Math.ceil(total / size));
  const first = total === 0 ? 0 : (page - 1) * size + 1;
  return (
    <div className={classes.pager}>
      <p role="status">{m.ui_rows_shown({ first, last: Math.min(page * size, total), total })}</p>
      {pages > 1 && (
        <nav aria-label={m.ui_pages()} data-screen-only>
          <Pagination
            total={pages}
            value={Math.min(page, pages)}
            onChange={onPage}
            size="sm"
            getItemProps={(item) => ({ 'aria-label': m.ui_page_number({ page: item }) })}
            getControlProps={(control) => ({
              'aria-label': control === 'previous' ? m.ui_page_previous() : m.ui_page_next(),
            })}
          />
        </nav>
      )}
    </div>
  );
}
