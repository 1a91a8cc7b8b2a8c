import classes from './long-text.module.css';

/** The full text of a table cell; it wraps if the cell is too narrow. */
export function LongText({ children }: { children: string }) {
  return <span className={classes.words}>{children}</span>;
}
