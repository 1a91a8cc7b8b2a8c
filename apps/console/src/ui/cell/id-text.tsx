import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import * as m from '../../i18n/messages.gen.ts';
import { Tip } from '../tip/tip.tsx';
import classes from './id-text.module.css';

interface IdTextProps {
  id: string;
  /** Ids longer than this are cut in the middle; both ends are what people compare. */
  longest?: number;
}

/** An id to compare and copy: fixed width, whole in the title, copied whole. */
export function IdText({ id, longest = 18 }: IdTextProps) {
  return (
    <span className={classes.id}>
      <span title={id} translate="no">
        {cutInMiddle(id, longest)}
      </span>
      <CopyButton value={id} timeout={2000}>
        {({ copied, copy }) => (
          <Tip label={copied ? m.ui_copied() : m.ui_copy()} opened={copied}>
            <ActionIcon
              size={24}
              variant="subtle"
              color="gray"
              className={classes.copy}
              onClick={copy}
              aria-label={m.ui_copy_value({ value: id })}
              data-screen-only
            >
              {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            </ActionIcon>
          </Tip>
        )}
      </CopyButton>
    </span>
  );
}

function cutInMiddle(id: string, longest: number): string {
  if (id.length <= longest) return id;
  const tail = Math.floor((longest - 1) / 2);
  return `${id.slice(0, longest - 1 - tail)}…${id.slice(-tail)}`;
}
