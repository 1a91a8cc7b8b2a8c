import { MultiSelect } from '@mantine/core';
import { m } from '../../paraglide/messages.js';
import { usePressOnArrival } from '../../ui/opening/use-press-on-arrival.ts';
import { filterPlaceholder } from './filter-placeholder.ts';
import classes from './filter-select.module.css';
import type { FilterSelectProps } from './filter-select.tsx';

/** The filter with its list. */
export function OpenedFilterSelect({ label, options, chosen, onChange }: FilterSelectProps) {
  const field = usePressOnArrival<HTMLInputElement>();
  const offered = new Set(options.map(({ value }) => value));
  // A value from the URL that the range does not have stays listed, so that it can be taken off.
  const missing = chosen.filter((value) => !offered.has(value)).map((value) => ({ value, label: value }));
  return (
    <MultiSelect
      ref={field}
      label={label}
      placeholder={filterPlaceholder(chosen)}
      data={[...options, ...missing]}
      value={[...chosen]}
      onChange={onChange}
      searchable
      nothingFoundMessage={m.purchase_filter_nothing()}
      comboboxProps={{ width: 'max-content', position: 'bottom-start', withinPortal: false }}
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
