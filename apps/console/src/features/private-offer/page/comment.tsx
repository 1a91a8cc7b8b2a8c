import classes from './comment.module.css';

/** Shows a person's text with its line breaks. */
export function Comment({ label, children }: { label: string; children: string }) {
  return (
    <dl className={classes.comment}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </dl>
  );
}
