import type { ReactNode } from 'react';
import classes from './tile.module.css';

interface TileProps {
  /** Unique on the page; names the tile for those who hear it. */
  id: string;
  /** A text, or a link that leads to the whole of it. */
  name: ReactNode;
  /** The whole name where it may be cut. */
  title?: string;
  status: ReactNode;
  /** Under the name, usually an IdText. */
  children: ReactNode;
  facts: readonly { name: string; value: ReactNode; title?: string }[];
  actions?: ReactNode;
}

/** One thing at a glance: its name, how it stands, what it is, and what can be done from here. */
export function Tile({ id, name, title, status, children, facts, actions }: TileProps) {
  const nameId = tileNameId(id);
  return (
    <article className={classes.tile} aria-labelledby={nameId}>
      <div className={classes.head}>
        <h2 id={nameId} tabIndex={-1} className={classes.name} title={title}>
          {name}
        </h2>
        {status}
      </div>
      {children}
      <dl className={classes.facts}>
        {facts.map((fact) => [
          <dt key={`${fact.name} name`}>{fact.name}</dt>,
          <dd key={fact.name} title={fact.title}>
            {fact.value}
          </dd>,
        ])}
      </dl>
      {actions && <div className={classes.actions}>{actions}</div>}
    </article>
  );
}

/** Where the name of a tile stands. */
export const tileNameId = (id: string): string => `${id}-name`;

/** Tiles side by side, as many as find room. */
export function Tiles({ children }: { children: ReactNode }) {
  return <div className={classes.tiles}>{children}</div>;
}
