import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useEffectEvent, useId, useLayoutEffect, useState } from 'react';
import { contractQueries } from '../../features/contract/contract.queries.ts';
import * as m from '../../i18n/messages.gen.ts';
import { IconSearch } from '../../ui/icon/icons.tsx';
import { currentContract } from '../menu/current-contract.ts';
import { fittingEntries } from './fitting-entries.ts';
import classes from './palette.module.css';
import { PaletteList, paletteOptionId } from './palette-list.tsx';
import { useActions } from './use-actions.ts';
import { useFoundGroups } from './use-found-groups.ts';
import { usePageGroups } from './use-page-groups.ts';

export interface PaletteSearchProps {
  typed: string;
  onType: (typed: string) => void;
  /** True from Enter until the results of what is typed are there and one is chosen. */
  isEntered: boolean;
  onEnter: (isEntered: boolean) => void;
  onClose: () => void;
  /** Opens the list of keys. */
  onKeys: () => void;
}

/** The field and its results. The focus stays in the field, which names the result at the cursor. */
export function PaletteSearch({ typed, onType, isEntered, onEnter, onClose, onKeys }: PaletteSearchProps) {
  const listId = useId();
  const [pointed, setPointed] = useState({ at: 0, of: '' });
  const { groups, isLoading, isPartial } = usePaletteGroups(onKeys);
  const shown = useDeferredValue(typed);
  const fitting = fittingEntries(groups, shown);
  const count = fitting.reduce((sum, { entries }) => sum + entries.length, 0);
  const setAt = (at: number) => setPointed({ at, of: typed });
  // Other letters have other results, which begin anew.
  const cursor = Math.min(pointed.of === typed ? pointed.at : 0, count - 1);
  const cursorId = paletteOptionId(listId, cursor);
  useEffect(() => {
    if (!isEntered || shown !== typed || (isLoading && count === 0)) return;
    onEnter(false);
    document.getElementById(cursorId)?.click();
  }, [isEntered, onEnter, shown, typed, isLoading, count, cursorId]);
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter ends the composition of a Chinese word, too.
    if (event.isComposing) return;
    const next = nextOf(event.key, cursor, count);
    if (next !== undefined) setAt(next);
    else if (event.key === 'Enter') onEnter(!event.repeat);
    else return;
    event.preventDefault();
  };
  const onEarlyArrow = useEffectEvent((event: KeyboardEvent) => {
    const isBelow = event.target instanceof Element && event.target.closest('[role=dialog]') === null;
    if (isBelow && event.key.startsWith('Arrow')) onKeyDown(event);
  });
  // The results are seen before the field has the focus; before the next paint, so that no arrow is lost.
  useLayoutEffect(() => {
    const leave = new AbortController();
    addEventListener('keydown', onEarlyArrow, { signal: leave.signal });
    return () => leave.abort();
  }, []);
  return (
    <>
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.6} />
        <input
          data-autofocus
          role="combobox"
          aria-expanded={count > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-label={m.palette_title()}
          {...(count > 0 && { 'aria-activedescendant': cursorId })}
          placeholder={m.palette_hint()}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={({ nativeEvent }) => onKeyDown(nativeEvent)}
        />
      </div>
      <PaletteList id={listId} groups={fitting} at={cursor} onPoint={setAt} onDone={onClose} />
      <p className={classes.foot}>
        <span role="status">{statusOf({ count, typed, isLoading, isPartial })}</span>
        <span className={classes.help}>{m.palette_keys_help()}</span>
      </p>
    </>
  );
}

function usePaletteGroups(onKeys: () => void) {
  const { contractId } = useParams({ strict: false });
  const contract = currentContract(useQuery(contractQueries.all()).data?.items ?? [], contractId);
  const pages = usePageGroups(contract);
  const found = useFoundGroups(contract);
  const actions = useActions(contract, onKeys);
  return { ...found, groups: [...pages, ...found.groups, actions] };
}

/** Returns the index that an arrow key leads to; after the last comes the first. */
function nextOf(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  return undefined;
}

interface Status {
  count: number;
  typed: string;
  isLoading: boolean;
  isPartial: boolean;
}

function statusOf({ count, typed, isLoading, isPartial }: Status): string {
  if (isLoading && typed !== '') return m.palette_loading();
  if (isPartial) return m.palette_failed();
  if (count === 0) return m.palette_nothing({ typed });
  return count === 1 ? m.palette_found_one() : m.palette_found({ count });
}
