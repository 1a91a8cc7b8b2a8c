import { MultiSelect } from '@mantine/core';
import { m } from '../../paraglide/messages.js';
import classes from './filter-select.module.css';

export interface FilterOption {
  value: string;
  label: string;
}

interface FilterSelectProps {
  label: string;
  options: readonly FilterOption[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Several values of one filter. It says how many are chosen; which ones, the chips below say. */
export function FilterSelect({ label, options, chosen, onChange }: FilterSelectProps) {
  const offered = new Set(options.map(({ value }) => value));
  // A value from the URL that the range does not have stays listed, so that it can be taken off.
  const missing = chosen.filter((value) => !offered.has(value)).map((value) => ({ value, label: value }));
  return (
    <MultiSelect
      label={label}
      placeholder={chosen.length === 0 ? m.purchase_filter_all() : m.purchase_filter_chosen({ count: chosen.length })}
      data={[...options, ...missing]}
      value={[...chosen]}
      onChange={onChange}
      searchable
      checkIconPosition="right"
      nothingFoundMessage={m.purchase_filter_nothing()}
      comboboxProps={{ width: 'max-content', position: 'bottom-start', withinPortal: false }}
      maxDropdownHeight={320}
      data-chosen={chosen.length > 0 || undefined}
      classNames={{
        input: classes.box,
        pill: classes.unseen,
        inputField: classes.input,
        dropdown: classes.options,
      }}
    />
  );
}
