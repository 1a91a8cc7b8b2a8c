import { Popover } from '@mantine/core';
import { m } from '../../paraglide/messages.js';
import { usePressOnArrival } from '../opening/use-press-on-arrival.ts';
import { ColumnButton } from './column-button.tsx';
import { ColumnChoices, type ColumnChoicesProps } from './column-choices.tsx';

/** The button with what it opens. */
export function OpenedColumnPicker(props: ColumnChoicesProps) {
  const button = usePressOnArrival<HTMLButtonElement>();
  return (
    <Popover position="bottom-end" trapFocus returnFocus width={280}>
      <Popover.Target>
        <ColumnButton ref={button} />
      </Popover.Target>
      <Popover.Dropdown aria-label={m.ui_columns()}>
        <ColumnChoices {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}
