import { Button, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import type { ColumnListProps } from './column-list.tsx';

/** Opens the list of columns, which is loaded when it is first asked for: few readers change their columns. */
export function ColumnPicker(props: ColumnListProps) {
  const [isOpen, setOpen] = useState(false);
  const [List, setList] = useState<ComponentType<ColumnListProps>>();
  // Open only with the list in it, so that the focus has somewhere to go.
  async function open() {
    const { ColumnList } = await import('./column-list.tsx');
    setList(() => ColumnList);
    setOpen(true);
  }
  return (
    <Popover position="bottom-end" trapFocus returnFocus width={280} opened={isOpen} onChange={setOpen}>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconColumns3 size={15} />}
          onClick={() => (isOpen ? setOpen(false) : open())}
        >
          {m.ui_columns()}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={m.ui_columns()}>{List && <List {...props} />}</Popover.Dropdown>
    </Popover>
  );
}
