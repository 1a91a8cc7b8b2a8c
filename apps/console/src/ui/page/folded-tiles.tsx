import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import classes from './folded-tiles.module.css';
import { Tiles, tileNameId } from './tile.tsx';

interface FoldedTilesProps<Item> {
  items: readonly Item[];
  /** The number of tiles shown at first; the others show on demand. */
  unfolded: number;
  showAll: string;
  children: (item: Item) => ReactNode;
}

/** Tiles side by side, folded to the first ones. */
export function FoldedTiles<Item extends { id: string }>({
  items,
  unfolded,
  showAll,
  children,
}: FoldedTilesProps<Item>) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? items : items.slice(0, unfolded);
  const unfold = () => {
    flushSync(() => setWhole(true));
    // The button has gone, so the focus moves to the first new tile.
    const name = document.getElementById(tileNameId(items[unfolded]?.id ?? ''));
    (name?.querySelector('a') ?? name)?.focus();
  };
  return (
    <>
      <Tiles>{shown.map(children)}</Tiles>
      {shown.length < items.length && (
        <div className={classes.more} data-screen-only>
          <Button variant="default" onClick={unfold}>
            {showAll}
          </Button>
        </div>
      )}
    </>
  );
}
