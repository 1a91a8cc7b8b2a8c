import { Link } from '@tanstack/react-router';
import { type HTMLAttributes, useLayoutEffect } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { Keys } from '../keys/keys.tsx';
import classes from './palette.module.css';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';

interface PaletteListProps {
  id: string;
  groups: readonly PaletteGroup[];
  /** The index of the entry at the cursor, over all groups. */
  at: number;
  onPoint: (index: number) => void;
  /** After an entry was chosen. */
  onDone: () => void;
}

/** The results below the field. Links stay links, so that a press with Ctrl opens a tab. */
export function PaletteList({ id, groups, at, onPoint, onDone }: PaletteListProps) {
  useLayoutEffect(() => {
    document.getElementById(paletteOptionId(id, at))?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);
  const starts = groups.map((_, index) => groups.slice(0, index).reduce((sum, { entries }) => sum + entries.length, 0));
  return (
    <div id={id} role="listbox" aria-label={m.palette_result()} className={classes.list}>
      {groups.map(({ title, entries }, groupIndex) => (
        // biome-ignore lint/a11y/useSemanticElements: no field set: a part of a list box
        <div key={title} role="group" aria-label={title}>
          <div className={classes.heading} aria-hidden="true">
            {title}
          </div>
          {entries.map((entry, index) => {
            const place = (starts[groupIndex] ?? 0) + index;
            return (
              <Entry
                key={entry.id}
                entry={entry}
                id={paletteOptionId(id, place)}
                role="option"
                tabIndex={-1}
                aria-selected={place === at}
                className={classes.entry}
                // A press must not take the keyboard from the field.
                onMouseDown={(event) => event.preventDefault()}
                onPointerMove={() => onPoint(place)}
                onDone={onDone}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

export const paletteOptionId = (listId: string, index: number) => `${listId}-${index}`;

type EntryProps = Pick<
  HTMLAttributes<HTMLElement>,
  'id' | 'role' | 'tabIndex' | 'aria-selected' | 'className' | 'onPointerMove' | 'onMouseDown'
> & { entry: PaletteEntry; onDone: () => void };

function Entry({ entry, onDone, ...look }: EntryProps) {
  const { leads } = entry;
  if ('act' in leads) {
    const act = () => {
      onDone();
      leads.act();
    };
    return (
      <button type="button" {...look} onClick={act}>
        <EntryText entry={entry} />
      </button>
    );
  }
  const { to, params = {}, search = {} } = leads;
  return (
    <Link
      {...look}
      to={to}
      params={params as never}
      search={search as never}
      preload={false}
      onClick={({ metaKey, ctrlKey, shiftKey }) => !metaKey && !ctrlKey && !shiftKey && onDone()}
    >
      <EntryText entry={entry} />
    </Link>
  );
}

function EntryText({ entry: { label, hint, icon: Icon, keys } }: { entry: PaletteEntry }) {
  return (
    <>
      <span className={classes.icon}>{Icon && <Icon size={17} stroke={1.6} />}</span>
      <span className={classes.label}>{label}</span>
      {hint && <span className={classes.hint}>{hint}</span>}
      {keys && <Keys keys={keys} />}
    </>
  );
}
