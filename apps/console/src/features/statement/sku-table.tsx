import { Link } from '@tanstack/react-router';
import type { Statement, StatementLine } from '@usance/api/billing/statement';
import type { Contract } from '@usance/api/contract/contract';
import { formatQuantity, formatReduction } from '@usance/money/display';
import { useMemo, useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { IdText } from '../../ui/cell/id-text.tsx';
import { LongText } from '../../ui/cell/long-text.tsx';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { RateText } from '../../ui/cell/rate-text.tsx';
import { StatusTag } from '../../ui/cell/status-tag.tsx';
import { byAmount, byText, type Column } from '../../ui/table/column/column.ts';
import { textColumn } from '../../ui/table/column/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { cloudName, editionName } from '../cloud/cloud-words.ts';
import { regionWord } from '../region/region-words.ts';
import { billingItemWord, skuWord, unitWord } from '../sku/sku-words.ts';
import classes from './sku-table.module.css';

interface SkuTableProps {
  rows: readonly StatementLine[];
  currency: Contract['currency'];
  total: string;
  statement: Pick<Statement, 'contractId' | 'id'>;
}

/** All lines of the statement, with item, place, quantity and price. Each amount leads to its making. */
export function SkuTable({ rows, currency, total, statement: { contractId, id } }: SkuTableProps) {
  const [page, setPage] = useState(1);
  const columns = useMemo(() => columnsOf(currency, { contractId, statementId: id }), [currency, contractId, id]);
  return (
    <DataTable
      tableId="statement-sku"
      caption={m.statement_by_sku()}
      columns={columns}
      rows={rows}
      rowId={lineId}
      sort={{ id: 'amount', desc: true }}
      paging={{ page, onPage: setPage }}
      totals={{ billingItem: m.ui_total(), amount: <MoneyText amount={total} currency={currency} /> }}
      empty={m.statement_no_usage()}
      dense
    />
  );
}

const lineId = (row: StatementLine) =>
  [
    row.billingItem,
    row.type,
    row.subType,
    row.cloudProvider,
    row.region,
    row.edition,
    row.listPrice,
    row.zhekou,
    row.offerId,
    row.adjustment,
  ].join(' ');

/** Returns the type and sub type, such as "Database · hot", which distinguish lines of one billing item. */
const kindOf = ({ type, subType }: StatementLine) =>
  [type, subType]
    .filter((part) => part !== '')
    .map(skuWord)
    .join(' · ');

const placeOf = ({ cloudProvider, regionName }: StatementLine) =>
  `${cloudName(cloudProvider)} ${regionWord(regionName)}`;

function BillingItem({ line }: { line: StatementLine }) {
  return (
    <>
      <LongText>{billingItemWord(line.billingItem)}</LongText>{' '}
      {line.adjustment && <StatusTag tone="info">{m.statement_adjustment()}</StatusTag>}
    </>
  );
}

/** The metered quantity, and below it the same in the unit of the price. */
function Quantity({ line }: { line: StatementLine }) {
  const metered = `${formatQuantity(line.consumption)} ${unitWord(line.consumptionUnit)}`;
  if (!line.quotedConsumptionFormatted) return metered;
  return (
    <>
      <span className={classes.wide} data-taken>
        {metered}
      </span>
      <span className={classes.quoted}>{unitWord(line.quotedConsumptionFormatted)}</span>
    </>
  );
}

/** On a phone it follows the quantity. */
function Price({ line }: { line: StatementLine }) {
  return (
    <>
      <span className={classes.narrow} data-not-taken>
        ×{' '}
      </span>
      <span title={line.listPrice}>{`${line.listPriceFormatted} / ${unitWord(line.priceUnit)}`}</span>
    </>
  );
}

/** On a phone the line begins with its type, and ends with the multiplier. */
function Place({ line }: { line: StatementLine }) {
  const kind = kindOf(line);
  return (
    <span className={classes.place}>
      {kind !== '' && <span className={classes.narrow} data-not-taken>{`${kind} · `}</span>}
      <span title={line.region}>{placeOf(line)}</span>
      {formatReduction(line.zhekou) !== undefined && (
        <span className={classes.narrow} data-not-taken>
          {' · '}
          <RateText rate={line.zhekou} />
        </span>
      )}
    </span>
  );
}

interface StatementAddress {
  contractId: string;
  statementId: string;
}

const columnsOf = (currency: Contract['currency'], params: StatementAddress): Column<StatementLine>[] => [
  {
    id: 'billingItem',
    header: m.statement_billing_item(),
    cell: (row) => <BillingItem line={row} />,
    compare: byText((row) => billingItemWord(row.billingItem)),
  },
  textColumn('product', m.statement_product(), (row) => skuWord(row.product), { ordersHere: true, hidden: true }),
  textColumn('type', m.statement_kind(), kindOf, { ordersHere: true }),
  {
    id: 'region',
    header: m.statement_region(),
    cell: (row) => <Place line={row} />,
    compare: byText(placeOf),
    phone: 'line',
  },
  textColumn('edition', m.statement_edition(), (row) => editionName(row.edition), { hidden: true }),
  {
    id: 'offerId',
    header: m.statement_offer(),
    cell: ({ offerId }) => (offerId === null ? '–' : <IdText id={offerId} />),
    hidden: true,
  },
  {
    id: 'consumption',
    header: m.statement_quantity(),
    align: 'end',
    cell: (row) => <Quantity line={row} />,
    compare: byAmount((row) => row.consumption),
    phone: 'below',
  },
  {
    id: 'listPrice',
    header: m.statement_unit_price(),
    align: 'end',
    cell: (row) => <Price line={row} />,
    compare: byAmount((row) => row.listPrice),
    phone: 'below',
  },
  { id: 'zhekou', header: m.statement_discount(), align: 'end', cell: (row) => <RateText rate={row.zhekou} /> },
  {
    id: 'amount',
    header: m.statement_amount(),
    align: 'end',
    // It links to its making.
    stays: true,
    cell: (row) => (
      <Link
        to="/billing-center/$contractId/statements/$statementId"
        params={params}
        search={{ line: row.lineNo }}
        resetScroll={false}
      >
        <MoneyText amount={row.amount} currency={currency} />
      </Link>
    ),
    compare: byAmount((row) => row.amount),
    phone: 'figure',
  },
];
