import { TextInput } from '@mantine/core';
import { m } from '../../paraglide/messages.js';
import classes from './datacloud-find.module.css';

interface DatacloudFindProps {
  value: string;
  onChange: (text: string) => void;
}

/** Narrows the data clouds that are shown. */
export function DatacloudFind({ value, onChange }: DatacloudFindProps) {
  return (
    <TextInput
      type="search"
      className={classes.find ?? ''}
      aria-label={m.datacloud_search()}
      placeholder={m.datacloud_search_hint()}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      maxLength={200}
      spellCheck={false}
      autoComplete="off"
      data-screen-only
    />
  );
}

/** So few are seen at a glance. */
export const fewDataclouds = 6;
