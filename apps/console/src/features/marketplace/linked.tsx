import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Contract } from '@usance/api/contract/contract';
import { useEffect } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';

/** The screen after linking a contract, with a link to its data clouds. */
export function Linked({ contract: { id, tags } }: { contract: Contract }) {
  // The form that had the focus is gone.
  useEffect(() => document.querySelector<HTMLElement>('main h1, h1')?.focus(), []);
  return (
    <>
      <PageHeader title={m.marketplace_linked()} lead={m.marketplace_linked_lead({ contract: tags })} />
      <Button
        renderRoot={(props) => <Link to="/contracts/$contractId/dataclouds" params={{ contractId: id }} {...props} />}
      >
        {m.marketplace_see_dataclouds()}
      </Button>
    </>
  );
}
