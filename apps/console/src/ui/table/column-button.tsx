import { Button } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { m } from '../../paraglide/messages.js';

/** Opens the choice of columns. */
export function ColumnButton(props: Pick<ComponentProps<'button'>, 'ref' | 'onClick'>) {
  return (
    <Button
      aria-haspopup="dialog"
      aria-expanded={false}
      variant="default"
      size="xs"
      leftSection={<IconColumns3 size={15} />}
      {...props}
    >
      {m.ui_columns()}
    </Button>
  );
}
