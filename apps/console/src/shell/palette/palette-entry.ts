import type { MenuItem } from '../menu/menu.ts';

/** One line of the palette: a page to open, or an act. */
export interface PaletteEntry {
  /** Unique in the palette. */
  id: string;
  label: string;
  /** A second, quiet text, such as the contract of a page. */
  hint?: string | undefined;
  icon?: MenuItem['icon'] | undefined;
  /** Further texts that find it. */
  words?: readonly string[];
  /** The keys that lead there from anywhere. */
  keys?: readonly string[];
  leads: PaletteWay;
}

type PaletteWay =
  | { to: string; params?: Readonly<Record<string, string>>; search?: Readonly<Record<string, string>> }
  | { act: () => void };

/** Entries of one kind. */
export interface PaletteGroup {
  title: string;
  entries: readonly PaletteEntry[];
  /** True if there may be many, which are then listed only for a typed text. */
  isFoundOnly?: boolean;
}
