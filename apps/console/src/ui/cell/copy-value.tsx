import { ActionIcon, CopyButton } from '@mantine/core';
import * as m from '../../i18n/messages.gen.ts';
import { IconCheck, IconCopy } from '../icon/icons.tsx';
import { Tip } from '../tip/tip.tsx';
import classes from './id-text.module.css';

/** A button that copies the value beside it. */
export function CopyValue({ value }: { value: string }) {
  return (
    <CopyButton value={value} timeout={2000}>
      {({ copied, copy }) => (
        <Tip label={copied ? m.ui_copied() : m.ui_copy()} opened={copied}>
          <ActionIcon
            size={24}
            variant="subtle"
            color="gray"
            className={classes.copy}
            onClick={copy}
            aria-label={m.ui_copy_value({ value })}
            data-screen-only
          >
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        </Tip>
      )}
    </CopyButton>
  );
}
