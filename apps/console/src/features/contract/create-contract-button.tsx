import { Button } from '@mantine/core';
import type { Contract } from '@usance/api/contract/contract';
import { useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { lateDialog } from '../../ui/feedback/dialog/late-dialog.tsx';

const CreateContractDialog = lateDialog(
  async () => (await import('./create-contract-dialog.late.tsx')).CreateContractDialog,
  'opened',
);

/** Opens the dialog to create a contract. */
export function CreateContractButton({ onCreated }: { onCreated: (contract: Contract) => void }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button onClick={() => setOpened(true)}>{m.contract_create()}</Button>
      <CreateContractDialog opened={opened} onClose={() => setOpened(false)} onCreated={onCreated} />
    </>
  );
}
