import { TextInput } from '@mantine/core';
import classes from './find-field.module.css';

interface FindFieldProps {
  label: string;
  /** By what things are found. */
  hint: string;
  value: string;
  onChange: (text: string) => void;
}

/** Narrows what is shown. */
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

/** So few are seen at a glance, and need no field. */
export const seenAtAGlance = 6;
