import { Button } from '@mantine/core';
import type { Contract } from '@usance/api/contract';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Late } from '../../ui/late/late.ts';
import { useLate } from '../../ui/opening/use-late.ts';

const createContractDialog = new Late(
  async () => (await import('./create-contract-dialog.late.tsx')).CreateContractDialog,
);

/** Opens the dialog for a contract of one's own. */
export function CreateContractButton({ onCreated }: { onCreated: (contract: Contract) => void }) {
  const { part: CreateContractDialog, press } = useLate(createContractDialog);
  const [opened, setOpened] = useState(false);
  const open = () => {
    press();
    setOpened(true);
  };
  return (
    <>
      <Button onClick={open}>{m.contract_create()}</Button>
      {CreateContractDialog && (
        <CreateContractDialog opened={opened} onClose={() => setOpened(false)} onCreated={onCreated} />
      )}
    </>
  );
}
