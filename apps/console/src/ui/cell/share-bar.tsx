import classes from './share-bar.module.css';

interface ShareBarProps {
  /** A percentage of at least 0, like "12.4%". */
  share: string;
  /** The tone of a share that has reached its limit. */
  reached?: 'warn' | 'bad' | undefined;
}

/** A thin bar below a figure that says the same share. */
export function ShareBar({ share, reached }: ShareBarProps) {
  return (
    <span className={classes.bar} data-reached={reached} aria-hidden="true">
      <span style={{ inlineSize: share }} />
    </span>
  );
}
