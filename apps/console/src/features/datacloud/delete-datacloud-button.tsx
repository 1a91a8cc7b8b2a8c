import { Button } from '@mantine/core';
import type { Datacloud } from '@usance/api/contract/datacloud';
import { useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { Late } from '../../ui/late/late.ts';
import { useLate } from '../../ui/opening/use-late.ts';

const dialog = new Late(async () => (await import('./delete-datacloud-dialog.late.tsx')).DeleteDatacloudDialog);
const deletable: ReadonlySet<Datacloud['state']> = new Set(['RUNNING', 'PAUSED']);

/** Asks for confirmation and deletes a data cloud. Renders nothing in a state that does not allow it. */
export function DeleteDatacloudButton({ datacloud }: { datacloud: Datacloud }) {
  const { part: DeleteDatacloudDialog, press } = useLate(dialog);
  const [isAsked, setAsked] = useState(false);
  if (!deletable.has(datacloud.state) && !isAsked) return null;
  return (
    <>
      <Button
        variant="subtle"
        size="xs"
        aria-label={m.datacloud_delete_one({ name: datacloud.name })}
        onClick={() => {
          press();
          setAsked(true);
        }}
      >
        {m.datacloud_delete()}
      </Button>
      {DeleteDatacloudDialog && isAsked && (
        <DeleteDatacloudDialog datacloud={datacloud} onClose={() => setAsked(false)} />
      )}
    </>
  );
}
