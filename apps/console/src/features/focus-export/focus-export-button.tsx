import { Button } from '@mantine/core';
import type { Contract } from '@usance/api/contract/contract';
import { useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { IconDownload } from '../../ui/icon/icons.tsx';
import { Late } from '../../ui/late/late.ts';
import { useLate } from '../../ui/opening/use-late.ts';

const exportDialog = new Late(async () => (await import('./focus-export-dialog.late.tsx')).FocusExportDialog);

/** Opens the export of a contract's bills for cost tools. */
export function FocusExportButton({ contract }: { contract: Pick<Contract, 'id' | 'billingZone'> }) {
  const [isOpen, setOpen] = useState(false);
  const { part: FocusExportDialog, press } = useLate(exportDialog);
  const open = () => {
    setOpen(true);
    press();
  };
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconDownload size={15} />} onClick={open}>
        {m.focus_export_open()}
      </Button>
      {isOpen && FocusExportDialog && <FocusExportDialog contract={contract} onClose={() => setOpen(false)} />}
    </>
  );
}
