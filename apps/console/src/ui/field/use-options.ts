import { type KeyboardEvent, useId, useState } from 'react';
import { type Option, optionId } from './option-list.tsx';

interface OptionsInput {
  /** Returns the options for the typed text. */
  offer: (typed: string) => readonly Option[];
  onPick: (value: string) => void;
  /** The option at the cursor when the list opens. */
  startAt?: string | undefined;
}

/** The state of a list below a field that keeps the focus (an ARIA combobox): open or closed, and its cursor. */
export function useOptions({ offer, onPick, startAt }: OptionsInput) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<string>();
  const [at, setAt] = useState<string>();
  const offered = isOpen ? offer(typed ?? '') : [];
  const pickable = offered.filter(isPickable);

  function open() {
    setOpen(true);
    if (!isOpen) setAt(startAt);
  }
  function close() {
    setOpen(false);
    setTyped(undefined);
    setAt(undefined);
  }
  /** Narrows the list; Enter takes the first match. */
  function type(text: string) {
    setOpen(true);
    setTyped(text);
    setAt(text === '' ? undefined : offer(text).find(isPickable)?.value);
  }
  /** Moves the cursor, from the last option to the first and back. */
  function walk(by: 1 | -1) {
    if (!isOpen) return open();
    const from = pickable.findIndex(({ value }) => value === at);
    const next = from === -1 && by === -1 ? -1 : from + by;
    setAt(pickable.at(next % Math.max(1, pickable.length))?.value);
  }
  function actOf(key: string): (() => void) | undefined {
    if (key === 'ArrowDown') return () => walk(1);
    if (key === 'ArrowUp') return () => walk(-1);
    if (key === 'Enter') return isOpen && at !== undefined ? () => onPick(at) : open;
    if (key === 'Escape' && isOpen) return close;
    return undefined;
  }
  /** Handles the keys of the list, then those of the field itself. */
  function onKeyDown(event: KeyboardEvent, own?: (key: string) => (() => void) | undefined) {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = actOf(event.key) ?? own?.(event.key);
    if (act === undefined) return;
    event.preventDefault();
    act();
  }
  const isListed = offered.length > 0;
  const field = {
    role: 'combobox',
    'aria-haspopup': 'listbox',
    'aria-expanded': isOpen,
    'aria-controls': isListed ? listId : undefined,
    'aria-activedescendant': isListed && at !== undefined ? optionId(listId, at) : undefined,
    autoComplete: 'off',
    // Esc closes the list, not the dialog around it.
    'data-mantine-stop-propagation': isOpen || undefined,
  } as const;
  const untype = () => setTyped(undefined);
  return { field, listId, isOpen, typed, at, offered, open, close, type, untype, setAt, onKeyDown };
}

const isPickable = ({ isOff = false }: Option): boolean => !isOff;

/** Returns the options whose labels contain the typed text. */
export function fittingOptions(options: readonly Option[], typed: string): Option[] {
  const wanted = typed.trim().toLowerCase();
  return options.filter(({ label }) => label.toLowerCase().includes(wanted));
}
