import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Contract } from '@usance/api/contract';
import { m } from '../../paraglide/messages.js';
import { IdText } from '../../ui/cell/id-text.tsx';
import { StatusTag } from '../../ui/cell/status-tag.tsx';
import { Tile } from '../../ui/page/tile.tsx';
import { buyerTypeWord, contractStateTone, contractStateWord, signedOn } from './contract-words.ts';

/** One contract at a glance, and what can be done from here. */
export function ContractTile({ contract }: { contract: Contract }) {
  const { id, tags, state } = contract;
  return (
    <Tile
      id={id}
      name={
        <Link to="/contracts/$contractId/overview" params={{ contractId: id }}>
          {tags}
        </Link>
      }
      status={<StatusTag tone={contractStateTone[state]}>{contractStateWord[state]()}</StatusTag>}
      facts={[
        { name: m.contract_buyer(), value: `${contract.buyerName} · ${buyerTypeWord[contract.buyerType]()}` },
        { name: m.contract_signed_on(), value: signedOn(contract) },
        { name: m.contract_currency(), value: contract.currency },
      ]}
      actions={<Actions contract={contract} />}
    >
      <IdText id={id} longest={24} />
    </Tile>
  );
}

function Actions({ contract: { id, permissions } }: { contract: Contract }) {
  return (
    <>
      {permissions?.canReadBilling && (
        <Button
          variant="default"
          size="xs"
          renderRoot={(props) => (
            <Link to="/billing-center/$contractId/income-expense" params={{ contractId: id }} {...props} />
          )}
        >
          {m.contract_open_billing()}
        </Button>
      )}
      {permissions?.canCreateDatacloud ? (
        <Button
          variant="subtle"
          size="xs"
          renderRoot={(props) => <Link to="/create-datacloud" search={{ contract: id }} {...props} />}
        >
          {m.datacloud_create()}
        </Button>
      ) : (
        <Button variant="subtle" size="xs" disabled title={m.datacloud_no_auth()}>
          {m.datacloud_create()}
        </Button>
      )}
    </>
  );
}
