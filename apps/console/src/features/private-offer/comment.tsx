import classes from './comment.module.css';

/** Shows what somebody wrote, in their own lines. */
export function Comment({ label, children }: { label: string; children: string }) {
  return (
    <dl className={classes.comment}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </dl>
  );
}
