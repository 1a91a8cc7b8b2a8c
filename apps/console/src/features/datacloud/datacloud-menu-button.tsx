import { ActionIcon } from '@mantine/core';
import type { ListedDatacloud } from '@usance/api/contract/datacloud';
import type { Ref } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { IconDots } from '../../ui/icon/icons.tsx';

interface DatacloudMenuButtonProps {
  datacloud: Pick<ListedDatacloud, 'name'>;
  onClick?: () => void;
  ref?: Ref<HTMLButtonElement>;
}

/** The button that opens the rare actions of a data cloud. The menu adds its own properties. */
export function DatacloudMenuButton({ datacloud, ...ofMenu }: DatacloudMenuButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      size={28}
      aria-label={m.datacloud_actions_of({ name: datacloud.name })}
      aria-haspopup="menu"
      {...ofMenu}
    >
      <IconDots size={18} />
    </ActionIcon>
  );
}
