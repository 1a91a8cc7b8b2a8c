import { fitsWords } from '../../ui/search/fits-words.ts';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';

/** More of one kind would hide the next; a longer text narrows them. */
const mostOfGroup = 8;

/**
 * Returns the entries that match a typed text, without empty groups. Labels that begin with the text come first, and the
 * group with the best match leads.
 */
export function fittingEntries(groups: readonly PaletteGroup[], typed: string): PaletteGroup[] {
  const text = typed.trim().toLocaleLowerCase();
  const found = groups.flatMap((group) => {
    if (text === '' && group.isFoundOnly) return [];
    const ranked = group.entries
      .filter(({ label, hint = '', words = [] }) => fitsWords(text, [label, hint, ...words]))
      .map((entry) => ({ entry, rank: rankOf(entry, text) }))
      .sort((left, right) => left.rank - right.rank)
      .slice(0, mostOfGroup);
    const best = ranked[0]?.rank;
    return best === undefined ? [] : [{ best, group: { ...group, entries: ranked.map(({ entry }) => entry) } }];
  });
  return found.sort((left, right) => left.best - right.best).map(({ group }) => group);
}

/** A lower rank is a closer match of the label: its start, the start of a word, a part, or only other texts. */
function rankOf({ label }: PaletteEntry, text: string): number {
  const said = label.toLocaleLowerCase();
  if (text === '') return 0;
  if (said.startsWith(text)) return 1;
  if (said.includes(` ${text}`)) return 2;
  return said.includes(text) ? 3 : 4;
}
