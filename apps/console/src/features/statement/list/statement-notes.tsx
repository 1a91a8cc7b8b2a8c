import * as m from '../../../i18n/messages.gen.ts';
import classes from './statement-notes.module.css';

/** Explains when statements are issued, final and paid. */
export function StatementNotes() {
  return (
    <ul className={classes.notes} aria-label={m.statement_notes()}>
      <li>{m.statement_note_issued()}</li>
      <li>{m.statement_note_final()}</li>
      <li>{m.statement_note_deducted()}</li>
    </ul>
  );
}
