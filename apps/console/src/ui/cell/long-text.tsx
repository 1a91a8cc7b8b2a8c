import classes from './long-text.module.css';

/** Words of a table's cell, whole however long: a second line is taken where a cell has no more room. */
export function LongText({ children }: { children: string }) {
  return <span className={classes.words}>{children}</span>;
}
