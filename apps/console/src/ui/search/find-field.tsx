import { TextInput } from '@mantine/core';
import classes from './find-field.module.css';

interface FindFieldProps {
  label: string;
  /** The properties that are searched. */
  hint: string;
  value: string;
  onChange: (text: string) => void;
}

/** A search field that narrows the list. */
export function FindField({ label, hint, value, onChange }: FindFieldProps) {
  return (
    <TextInput
      type="search"
      className={classes.find ?? ''}
      aria-label={label}
      placeholder={hint}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      maxLength={200}
      spellCheck={false}
      autoComplete="off"
      data-screen-only
    />
  );
}

/** Up to this many items are seen at a glance, and need no search field. */
export const seenAtAGlance = 6;
