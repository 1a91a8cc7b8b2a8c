import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { IconColumns3 } from '../../icon/icons.tsx';

/** The button that opens the choice of columns. */
export function ColumnButton({
  isOpen,
  ...props
}: Pick<ComponentProps<'button'>, 'ref' | 'onClick'> & { isOpen: boolean }) {
  return (
    <Button
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      variant="default"
      size="xs"
      leftSection={<IconColumns3 size={15} />}
      {...props}
    >
      {m.ui_columns()}
    </Button>
  );
}
