import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Contract } from '@usance/api/contract';
import { m } from '../../paraglide/messages.js';
import { IdText } from '../../ui/cell/id-text.tsx';
import { StatusTag } from '../../ui/cell/status-tag.tsx';
import classes from '../../ui/page/tile.module.css';
import { buyerTypeWord, contractStateTone, contractStateWord, signedOn } from './contract-words.ts';

/** One contract at a glance, and what can be done from here. */
export function ContractTile({ contract }: { contract: Contract }) {
  const { permissions } = contract;
  return (
    <article className={classes.tile} aria-labelledby={`${contract.id}-name`}>
      <div className={classes.head}>
        <h2 id={`${contract.id}-name`} className={classes.name}>
          <Link to="/contracts/$contractId/overview" params={{ contractId: contract.id }} className={classes.nameLink}>
            {contract.tags}
          </Link>
        </h2>
        <StatusTag tone={contractStateTone[contract.state]}>{contractStateWord[contract.state]()}</StatusTag>
      </div>
      <IdText id={contract.id} longest={24} />
      <dl className={classes.facts}>
        <dt>{m.contract_buyer()}</dt>
        <dd>
          {contract.buyerName} · {buyerTypeWord[contract.buyerType]()}
        </dd>
        <dt>{m.contract_signed_on()}</dt>
        <dd>{signedOn(contract)}</dd>
        <dt>{m.contract_currency()}</dt>
        <dd>{contract.currency}</dd>
      </dl>
      <div className={classes.actions}>
        {permissions?.canReadBilling && (
          <Button
            variant="default"
            size="xs"
            renderRoot={(props) => (
              <Link to="/billing-center/$contractId/income-expense" params={{ contractId: contract.id }} {...props} />
            )}
          >
            {m.contract_open_billing()}
          </Button>
        )}
        {permissions?.canCreateDatacloud ? (
          <Button
            variant="subtle"
            size="xs"
            renderRoot={(props) => <Link to="/create-datacloud" search={{ contract: contract.id }} {...props} />}
          >
            {m.datacloud_create()}
          </Button>
        ) : (
          <Button variant="subtle" size="xs" disabled title={m.datacloud_no_auth()}>
            {m.datacloud_create()}
          </Button>
        )}
      </div>
    </article>
  );
}
