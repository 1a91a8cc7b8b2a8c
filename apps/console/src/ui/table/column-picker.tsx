import { Button, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { notify } from '../feedback/notify.tsx';
import type { ColumnChoicesProps } from './column-choices.tsx';

/** Opens the choice of columns. What is behind the button comes when it is first pressed. */
export function ColumnPicker(props: ColumnChoicesProps) {
  const [opened, setOpened] = useState(false);
  const [Choices, setChoices] = useState<ComponentType<ColumnChoicesProps>>();

  async function open() {
    const { ColumnChoices } = await import('./column-choices.tsx');
    setChoices(() => ColumnChoices);
    setOpened(true);
  }

  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus width={280}>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconColumns3 size={15} />}
          onClick={() => (opened ? setOpened(false) : open().catch(() => notify.error(m.ui_no_reply())))}
        >
          {m.ui_columns()}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={m.ui_columns()}>{Choices && <Choices {...props} />}</Popover.Dropdown>
    </Popover>
  );
}
