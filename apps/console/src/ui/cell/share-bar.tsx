import classes from './share-bar.module.css';

/** A thin bar below a figure that says the same share. `share` is a percentage like "12.4%"; more than all is all. */
export function ShareBar({ share, isReached = false }: { share: string; isReached?: boolean }) {
  return (
    <span className={classes.bar} data-reached={isReached || undefined} aria-hidden="true">
      <span style={{ inlineSize: `clamp(0%, ${share}, 100%)` }} />
    </span>
  );
}
