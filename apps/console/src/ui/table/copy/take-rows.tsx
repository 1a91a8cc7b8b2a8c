import * as m from '../../../i18n/messages.gen.ts';
import { notify } from '../../feedback/message/notify.tsx';
import { IconCopy, IconDownload } from '../../icon/icons.tsx';
import { Late } from '../../late/late.ts';
import type { TakenTable } from './table-text.late.ts';
import classes from './take-rows.module.css';

const tableText = new Late(() => import('./table-text.late.ts'));

interface TakeRowsProps extends TakenTable {
  /** The name of the file. */
  caption: string;
}

/** Buttons that copy the rows of a table for a spreadsheet, or save them as a file. */
export function TakeRows({ caption, ...taken }: TakeRowsProps) {
  async function copy() {
    const { tabbedText } = await tableText.bring();
    await navigator.clipboard.writeText(tabbedText(taken));
    notify.success(m.ui_table_copied());
  }
  async function save() {
    const { saveCsv } = await tableText.bring();
    saveCsv(taken, caption);
  }
  return (
    <span className={classes.buttons} data-screen-only>
      <button
        type="button"
        className={classes.button}
        onClick={() => save().catch(() => notify.error(m.ui_no_reply()))}
      >
        <IconDownload size={14} aria-hidden="true" />
        {m.ui_table_csv()}
      </button>
      <button
        type="button"
        className={classes.button}
        onClick={() => copy().catch(() => notify.error(m.ui_table_not_copied()))}
      >
        <IconCopy size={14} aria-hidden="true" />
        {m.ui_table_copy()}
      </button>
    </span>
  );
}
