import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Contract } from '@usance/api/contract/contract';
import * as m from '../../../i18n/messages.gen.ts';
import { IdText } from '../../../ui/cell/id-text.tsx';
import { StatusTag } from '../../../ui/cell/status-tag.tsx';
import { Tile } from '../../../ui/page/tile.tsx';
import { GuardedButton } from '../../../ui/tip/guarded-button.tsx';
import { BillingLink } from '../billing-link.tsx';
import { buyerTypeWord, contractStateTone, contractStateWord, signedOn } from '../contract-words.ts';
import { UpgradeButton, type UpgradeContract } from './upgrade-button.tsx';

interface ContractTileProps {
  contract: Contract;
  onUpgrade?: UpgradeContract | undefined;
}

/** One contract at a glance, with its actions. */
export function ContractTile({ contract, onUpgrade }: ContractTileProps) {
  const { id, tags, state } = contract;
  return (
    <Tile
      id={id}
      title={tags}
      name={
        <Link to="/contracts/$contractId/overview" params={{ contractId: id }}>
          {tags}
        </Link>
      }
      status={<StatusTag tone={contractStateTone[state]}>{contractStateWord[state]()}</StatusTag>}
      facts={[
        {
          name: m.contract_buyer(),
          value: `${contract.buyerName} · ${buyerTypeWord[contract.buyerType]()}`,
          title: contract.buyerName,
        },
        { name: m.contract_signed_on(), value: signedOn(contract) },
        { name: m.contract_currency(), value: contract.currency },
      ]}
      actions={
        <>
          <BillingButton contract={contract} />
          <CreateDatacloud contract={contract} />
          {onUpgrade && <UpgradeButton contract={contract} onUpgrade={onUpgrade} />}
        </>
      }
    >
      <IdText id={id} longest={24} />
    </Tile>
  );
}

function BillingButton({ contract: { id, permissions } }: { contract: Contract }) {
  if (!permissions?.canReadBilling) return null;
  return <BillingLink contractId={id} variant="default" size="xs" />;
}

/** The server decides whether the button is enabled, by the contract's state and the reader's roles. */
function CreateDatacloud({ contract: { id, state, permissions } }: { contract: Contract }) {
  if (!permissions?.canCreateDatacloud)
    return (
      <GuardedButton
        variant="subtle"
        size="xs"
        whyNot={state === 'Active' ? m.datacloud_no_auth() : m.contract_not_active()}
      >
        {m.datacloud_create()}
      </GuardedButton>
    );
  return (
    <Button
      variant="subtle"
      size="xs"
      renderRoot={(props) => <Link to="/create-datacloud" search={{ contract: id }} {...props} />}
    >
      {m.datacloud_create()}
    </Button>
  );
}
