import { ComboboxChevron, PillGroup, PillsInput } from '@mantine/core';
import { useId } from 'react';
import { Late } from '../../ui/late/late.ts';
import { opensOnKey } from '../../ui/opening/opens-on-key.ts';
import { useLate } from '../../ui/opening/use-late.ts';
import { filterPlaceholder } from './filter-placeholder.ts';
import classes from './filter-select.module.css';

export interface FilterOption {
  value: string;
  label: string;
}

export interface FilterSelectProps {
  label: string;
  options: readonly FilterOption[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

const openedFilter = new Late(async () => (await import('./opened-filter-select.late.tsx')).OpenedFilterSelect);

/** Several values of one filter. It says how many are chosen; which ones, the chips below say. */
export function FilterSelect(props: FilterSelectProps) {
  const { part: OpenedFilter, press } = useLate(openedFilter);
  return OpenedFilter ? <OpenedFilter {...props} /> : <ClosedFilter {...props} onOpen={press} />;
}

function ClosedFilter({ label, chosen, onOpen }: FilterSelectProps & { onOpen: () => void }) {
  const id = useId();
  return (
    <PillsInput
      id={id}
      label={label}
      onClick={onOpen}
      classNames={{ input: classes.box }}
      __staticSelector="MultiSelect"
      rightSection={<ComboboxChevron />}
      rightSectionPointerEvents="none"
    >
      <PillGroup>
        <PillsInput.Field
          id={id}
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={false}
          autoComplete="off"
          placeholder={filterPlaceholder(chosen)}
          data-chosen={chosen.length > 0 || undefined}
          className={classes.input}
          value=""
          onChange={onOpen}
          onKeyDown={opensOnKey(onOpen)}
        />
      </PillGroup>
    </PillsInput>
  );
}
