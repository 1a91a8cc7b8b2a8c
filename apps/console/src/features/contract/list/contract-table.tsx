import { Link } from '@tanstack/react-router';
import type { Contract } from '@usance/api/contract/contract';
import { useMemo } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { IdText } from '../../../ui/cell/id-text.tsx';
import { byText, type Column } from '../../../ui/table/column/column.ts';
import { statusColumn, textColumn } from '../../../ui/table/column/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { Paging } from '../../../ui/table/pager/pager.tsx';
import { contractStateTone, contractStateWord, serviceTypeWord, signedOn } from '../contract-words.ts';
import classes from './contract-table.module.css';
import { UpgradeButton, type UpgradeContract } from './upgrade-button.tsx';

interface ContractTableProps {
  rows: readonly Contract[];
  paging: Paging;
  onUpgrade: UpgradeContract | undefined;
  onClearFilters: (() => void) | undefined;
}

/** The contracts as table rows, to compare them. */
export function ContractTable({ rows, paging, onUpgrade, onClearFilters }: ContractTableProps) {
  const hasNext = rows.some(({ nextBillingVersion }) => nextBillingVersion !== undefined);
  const columns = useMemo(
    () => [...columnsOf(), ...(onUpgrade && hasNext ? [upgradeColumn(onUpgrade)] : [])],
    [onUpgrade, hasNext],
  );
  return (
    <DataTable
      tableId="contract"
      caption={m.contract_list()}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      paging={paging}
      onClearFilters={onClearFilters}
      empty={null}
    />
  );
}

const columnsOf = (): Column<Contract>[] => [
  {
    id: 'tags',
    header: `${m.contract_tags()} / ID`,
    minWidth: 180,
    share: 24,
    compare: byText(({ tags }) => tags),
    cell: ({ id, tags }) => (
      <span className={classes.named}>
        <Link to="/contracts/$contractId/overview" params={{ contractId: id }} title={tags}>
          {tags}
        </Link>
        <IdText id={id} />
      </span>
    ),
  },
  statusColumn(
    'state',
    m.contract_state(),
    ({ state }) => ({ tone: contractStateTone[state], word: contractStateWord[state]() }),
    { compare: byText(({ state }) => contractStateWord[state]()), phone: 'figure' },
  ),
  textColumn('buyer', m.contract_buyer(), ({ buyerName }) => buyerName, {
    ordersHere: true,
    phone: 'below',
  }),
  textColumn('serviceType', m.contract_service_type(), ({ serviceType }) => serviceTypeWord[serviceType], {
    ordersHere: true,
  }),
  textColumn('currency', m.contract_currency(), ({ currency }) => currency, { ordersHere: true, phone: 'below' }),
  textColumn('signedOn', m.contract_signed_on(), signedOn, {
    compare: byText(({ commencingOn }) => commencingOn),
  }),
  textColumn('creator', m.contract_creator(), ({ creator }) => creator, {
    ordersHere: true,
    share: 18,
  }),
  textColumn('roles', m.contract_my_roles(), ({ roles = [] }) => roles.join(', '), { ordersHere: true, share: 10 }),
  {
    id: 'billing',
    header: m.contract_open_billing(),
    phone: 'end',
    cell: ({ id, tags, permissions }) =>
      permissions?.canReadBilling && (
        <Link
          to="/billing-center/$contractId/income-expense"
          params={{ contractId: id }}
          aria-label={m.contract_open_billing_of({ name: tags })}
        >
          {m.contract_open()}
        </Link>
      ),
  },
];

const upgradeColumn = (onUpgrade: UpgradeContract): Column<Contract> => ({
  id: 'upgrade',
  header: m.contract_upgrade(),
  phone: 'line',
  cell: (contract) => <UpgradeButton contract={contract} onUpgrade={onUpgrade} />,
});
