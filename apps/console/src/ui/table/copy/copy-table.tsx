import type { RefObject } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { notify } from '../../feedback/message/notify.tsx';
import { IconCopy } from '../../icon/icons.tsx';
import { Late } from '../../late/late.ts';
import classes from './copy-table.module.css';

const tableText = new Late(async () => (await import('./table-text.late.ts')).tableText);

/** A button that copies the shown rows of a table for a spreadsheet. */
export function CopyTable({ table }: { table: RefObject<HTMLTableElement | null> }) {
  async function copy() {
    const textOf = await tableText.bring();
    if (table.current !== null) await navigator.clipboard.writeText(textOf(table.current));
    notify.success(m.ui_table_copied());
  }
  return (
    <button
      type="button"
      className={classes.copy}
      onClick={() => copy().catch(() => notify.error(m.ui_table_not_copied()))}
      data-screen-only
    >
      <IconCopy size={14} aria-hidden="true" />
      {m.ui_table_copy()}
    </button>
  );
}
