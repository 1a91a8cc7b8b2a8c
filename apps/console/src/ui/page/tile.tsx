import type { ReactNode } from 'react';
import classes from './tile.module.css';

interface TileProps {
  /** Unique on the page; the base of the id of the tile's name. */
  id: string;
  /** A text, or a link to the details. */
  name: ReactNode;
  /** The full name, if it may be cut. */
  title?: string;
  status: ReactNode;
  /** The rare actions. */
  menu?: ReactNode;
  /** Shown under the name, usually an IdText. */
  children: ReactNode;
  facts: readonly { name: string; value: ReactNode; title?: string }[];
  actions?: ReactNode;
}

/** One item at a glance: its name, state, facts and actions. */
export function Tile({ id, name, title, status, menu, children, facts, actions }: TileProps) {
  const nameId = tileNameId(id);
  return (
    <article className={classes.tile} aria-labelledby={nameId}>
      <div className={classes.head}>
        <h2 id={nameId} tabIndex={-1} className={classes.name} title={title}>
          {name}
        </h2>
        <span className={classes.state}>
          {status}
          {menu}
        </span>
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

/** The id of the element with a tile's name. */
export const tileNameId = (id: string): string => `${id}-name`;

/** Tiles side by side, as many as fit. */
export function Tiles({ children }: { children: ReactNode }) {
  return <div className={classes.tiles}>{children}</div>;
}
