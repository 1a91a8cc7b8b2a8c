import { usePagination } from '@mantine/hooks';
import * as m from '../../../i18n/messages.gen.ts';
import classes from './page-buttons.module.css';

interface PageButtonsProps {
  /** From 1. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Buttons for the first and the last page, those beside this one, and one forward or back. */
export function PageButtons({ page, pages, onPage }: PageButtonsProps) {
  const { range } = usePagination({ total: pages, page });
  return (
    <nav aria-label={m.ui_pages()} className={classes.buttons}>
      <StepButton label={m.ui_page_previous()} path="m10 4-4 4 4 4" to={page - 1} pages={pages} onPage={onPage} />
      {range.map((item, index) =>
        item === 'dots' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap is told from the other by where it stands
          <span key={`gap ${index}`} className={classes.gap} aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={item}
            type="button"
            className={classes.button}
            aria-label={m.ui_page_number({ page: item })}
            aria-current={item === page ? 'page' : undefined}
            onClick={() => onPage(item)}
          >
            {item}
          </button>
        ),
      )}
      <StepButton label={m.ui_page_next()} path="m6 4 4 4-4 4" to={page + 1} pages={pages} onPage={onPage} />
    </nav>
  );
}

interface StepButtonProps {
  label: string;
  /** The arrow's outline. */
  path: string;
  to: number;
  pages: number;
  onPage: (page: number) => void;
}

function StepButton({ label, path, to, pages, onPage }: StepButtonProps) {
  return (
    <button
      type="button"
      className={classes.button}
      aria-label={label}
      disabled={to < 1 || to > pages}
      onClick={() => onPage(to)}
    >
      <svg viewBox="0 0 16 16" width="15" height="15" aria-hidden="true">
        <path d={path} fill="none" stroke="currentColor" strokeWidth="1.4" />
      </svg>
    </button>
  );
}
