import classes from './share-bar.module.css';

/** A thin bar below a figure that says the same share. `share` is a percentage of at least 0, like "12.4%". */
export function ShareBar({ share, isReached = false }: { share: string; isReached?: boolean }) {
  return (
    <span className={classes.bar} data-reached={isReached || undefined} aria-hidden="true">
      <span style={{ inlineSize: share }} />
    </span>
  );
}
