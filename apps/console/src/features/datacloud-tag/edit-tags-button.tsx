import { Button } from '@mantine/core';
import type { ListedDatacloud } from '@usance/api/contract/datacloud';
import { useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { Late } from '../../ui/late/late.ts';
import { useLate } from '../../ui/opening/use-late.ts';

const dialog = new Late(async () => (await import('./edit-tags-dialog.late.tsx')).EditTagsDialog);

/** Opens the dialog that edits a data cloud's tags. */
export function EditTagsButton({ datacloud }: { datacloud: ListedDatacloud }) {
  const { part: EditTagsDialog, press } = useLate(dialog);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        size="xs"
        aria-label={m.datacloud_tag_edit_of({ name: datacloud.name })}
        onClick={() => {
          press();
          setOpen(true);
        }}
      >
        {m.datacloud_tag_edit()}
      </Button>
      {EditTagsDialog && isOpen && <EditTagsDialog datacloud={datacloud} onClose={() => setOpen(false)} />}
    </>
  );
}
