import { Input, InputBase, type InputBaseProps } from '@mantine/core';
import { type FocusEvent, use, useRef } from 'react';
import { SayFilledIn } from '../form/say-filled-in.ts';
import { Chevron } from './chevron.tsx';
import { type Option, OptionList } from './option-list.tsx';
import { fittingOptions, useOptions } from './use-options.ts';

export interface ChoiceFieldProps extends Pick<InputBaseProps, 'description' | 'error' | 'required' | 'w'> {
  label?: string;
  'aria-label'?: string;
  placeholder?: string;
  options: readonly Option[];
  value?: string | null;
  onChange: (value: string | null) => void;
  onFocus?: (event: FocusEvent) => void;
  onBlur?: (event: FocusEvent) => void;
  /** The label of the clear button. Without one, the value can only be replaced. */
  clearLabel?: string;
}

/** More options than this are narrowed by typing; fewer need no on-screen keyboard. */
const fewOptions = 8;

/** A field for one of several values, with a list while it is open. */
export function ChoiceField({ options, value = null, onChange, clearLabel, onBlur, ...look }: ChoiceFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const sayFilledIn = use(SayFilledIn);
  const isTyped = options.length > fewOptions;
  const list = useOptions({
    offer: (typed) => fittingOptions(options, isTyped ? typed : ''),
    onPick: pick,
    startAt: value ?? undefined,
  });
  function pick(picked: string) {
    list.close();
    if (picked !== value) change(picked);
  }
  function change(chosen: string | null) {
    sayFilledIn();
    onChange(chosen);
  }
  function press() {
    if (list.isOpen && !isTyped) return list.close();
    list.open();
    // The typed text replaces the current choice.
    if (isTyped && !list.isOpen) input.current?.select();
  }
  /** Without typing, a letter moves to the next option that begins with it, as in the browser's own list. */
  function actOf(key: string): (() => void) | undefined {
    if (isTyped) return undefined;
    if (key === ' ') return list.isOpen && list.at !== undefined ? () => pick(list.at ?? '') : list.open;
    const next = key.length === 1 ? nextByLetter(options, list.at ?? value, key) : undefined;
    return next === undefined
      ? undefined
      : () => {
          list.open();
          list.setAt(next);
        };
  }
  return (
    <>
      <InputBase
        {...look}
        {...list.field}
        ref={input}
        readOnly={!isTyped}
        pointer={!isTyped}
        value={list.typed ?? options.find((option) => option.value === value)?.label ?? ''}
        onChange={(event) => list.type(event.currentTarget.value)}
        onClick={press}
        onKeyDown={(event) => list.onKeyDown(event, actOf)}
        onBlur={(event) => {
          list.close();
          onBlur?.(event);
        }}
        __defaultRightSection={<Chevron />}
        __clearSection={<Input.ClearButton miw={24} mih={24} aria-label={clearLabel} onClick={() => change(null)} />}
        __clearable={clearLabel !== undefined && value !== null}
        rightSectionPointerEvents="none"
      />
      {list.isOpen && (
        <OptionList
          id={list.listId}
          label={look.label ?? look['aria-label'] ?? ''}
          field={input}
          options={list.offered}
          chosen={value === null ? [] : [value]}
          isMultiple={false}
          at={list.at}
          onPick={pick}
        />
      )}
    </>
  );
}

function nextByLetter(options: readonly Option[], at: string | null, letter: string): string | undefined {
  const after = options.findIndex(({ value }) => value === at) + 1;
  const inOrder = [...options.slice(after), ...options.slice(0, after)];
  return inOrder.find(({ label, isOff = false }) => !isOff && label.toLowerCase().startsWith(letter.toLowerCase()))
    ?.value;
}
