import { Button } from '@mantine/core';
import type { Contract } from '@usance/api/contract/contract';
import { useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { IconDownload } from '../../ui/icon/icons.tsx';
import { Late } from '../../ui/late/late.ts';
import { useLate } from '../../ui/opening/use-late.ts';

const exportDialog = new Late(async () => (await import('./focus-export-dialog.late.tsx')).FocusExportDialog);

interface FocusExportButtonProps {
  contract: Pick<Contract, 'id' | 'billingZone'>;
  /** True beside filters, which the export does not know. */
  besideFilters?: boolean;
}

/** Opens the export of a contract's bills for cost tools. */
export function FocusExportButton({ contract, besideFilters = false }: FocusExportButtonProps) {
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
      {isOpen && FocusExportDialog && (
        <FocusExportDialog contract={contract} besideFilters={besideFilters} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
