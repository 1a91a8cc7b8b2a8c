import { Menu } from '@mantine/core';
import type { Datacloud, ListedDatacloud } from '@usance/api/contract/datacloud';
import { useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { usePressOnArrival } from '../../ui/opening/use-press-on-arrival.ts';
import { EditTagsDialog } from '../datacloud-tag/edit-tags-dialog.late.tsx';
import { DatacloudMenuButton } from './datacloud-menu-button.tsx';
import { DeleteDatacloudDialog } from './delete-datacloud-dialog.late.tsx';

const deletable: ReadonlySet<Datacloud['state']> = new Set(['RUNNING', 'PAUSED']);

/** The rare actions of a data cloud. Only some states allow to delete it. */
export function OpenedDatacloudMenu({ datacloud }: { datacloud: ListedDatacloud }) {
  const button = usePressOnArrival<HTMLButtonElement>();
  const [asked, setAsked] = useState<'tags' | 'delete'>();
  const ask = (what: 'tags' | 'delete') => {
    // The dialog gives the focus back to the element that has it now, and the pressed item goes away.
    button.current?.focus();
    setAsked(what);
  };
  const close = () => setAsked(undefined);
  return (
    <>
      <Menu position="bottom-end" width={180}>
        <Menu.Target>
          <DatacloudMenuButton ref={button} datacloud={datacloud} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => ask('tags')}>{m.datacloud_tag_edit()}</Menu.Item>
          {deletable.has(datacloud.state) && (
            <Menu.Item onClick={() => ask('delete')}>{m.datacloud_delete()}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {asked === 'tags' && <EditTagsDialog datacloud={datacloud} onClose={close} />}
      {asked === 'delete' && <DeleteDatacloudDialog datacloud={datacloud} onClose={close} />}
    </>
  );
}
