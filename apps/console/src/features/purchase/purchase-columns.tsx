import type { Contract } from '@usance/api/contract';
import type { Purchase } from '@usance/api/purchase';
import { m } from '../../paraglide/messages.js';
import { IdText } from '../../ui/cell/id-text.tsx';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { StatusTag } from '../../ui/cell/status-tag.tsx';
import { formatInstant } from '../../ui/format/dates.ts';
import type { Column } from '../../ui/table/column.ts';
import { editionName } from './filter-options.ts';
import classes from './purchase.module.css';
import { plainHour } from './purchase-days.ts';
import { cloudName } from './purchase-grouping.ts';

/** Every field of a rated row. Unit prices and amounts keep the 8 places by which rows are rated. */
export function usageColumns({ currency, billingZone }: Contract): Column<Purchase>[] {
  const zone = billingZone === 'UTC' ? 'UTC' : 'UTC+8';
  return [
    {
      id: 'start',
      header: m.usage_start({ zone }),
      cell: ({ start }) => <Hour at={start} zone={billingZone} />,
      sortable: true,
      minWidth: 136,
    },
    {
      id: 'end',
      header: m.usage_end({ zone }),
      cell: ({ end }) => <Hour at={end} zone={billingZone} />,
      minWidth: 136,
      hidden: true,
    },
    { id: 'product', header: m.usage_product(), cell: (row) => row.product, sortable: true },
    {
      id: 'billingItem',
      header: m.usage_billing_item(),
      cell: (row) => <BillingItem row={row} />,
      sortable: true,
      minWidth: 150,
    },
    { id: 'type', header: m.usage_type(), cell: (row) => row.type, hidden: true },
    { id: 'subType', header: m.usage_sub_type(), cell: (row) => row.subType || '–', hidden: true },
    { id: 'datacloudName', header: m.usage_datacloud(), cell: (row) => row.datacloudName, sortable: true },
    { id: 'datacloudID', header: m.usage_datacloud_id(), cell: (row) => <IdText id={row.datacloudID} />, hidden: true },
    { id: 'objectName', header: m.usage_object(), cell: (row) => row.objectName || '–' },
    { id: 'objectID', header: m.usage_object_id(), cell: (row) => <IdText id={row.objectID} />, hidden: true },
    { id: 'cloudProvider', header: m.usage_cloud(), cell: (row) => cloudName(row.cloudProvider), hidden: true },
    { id: 'region', header: m.usage_region(), cell: (row) => row.region, sortable: true, hidden: true },
    { id: 'edition', header: m.usage_edition(), cell: (row) => editionName(row.edition), hidden: true },
    ...figureColumns(currency),
    {
      id: 'chargeable',
      header: m.usage_chargeable(),
      cell: (row) => (row.chargeable ? m.usage_yes() : m.usage_no()),
      hidden: true,
    },
  ];
}

function figureColumns(currency: Contract['currency']): Column<Purchase>[] {
  return [
    {
      id: 'consumption',
      header: m.usage_consumption(),
      align: 'end',
      cell: (row) => (
        <span title={row.consumption}>
          {row.consumptionFormatted} <Unit>{row.consumptionUnit}</Unit>
        </span>
      ),
      sortable: true,
    },
    {
      id: 'listPrice',
      header: m.usage_list_price(),
      align: 'end',
      cell: (row) => (
        <span title={row.listPrice}>
          {row.listPriceFormatted} <Unit>{`/ ${row.priceUnit}`}</Unit>
        </span>
      ),
      sortable: true,
    },
    { id: 'zhekou', header: m.usage_discount(), align: 'end', cell: (row) => row.zhekouFormatted },
    {
      id: 'amount',
      header: m.usage_amount_in({ currency }),
      align: 'end',
      cell: (row) => <MoneyText amount={row.amount} currency={currency} places={8} />,
      sortable: true,
    },
  ];
}

function BillingItem({ row }: { row: Purchase }) {
  return (
    <>
      {row.billingItem} {row.adjustment && <StatusTag tone="info">{m.usage_adjustment()}</StatusTag>}
    </>
  );
}

/** An hour of the contract's clock, which need not be the reader's. */
function Hour({ at, zone }: { at: string; zone: Contract['billingZone'] }) {
  return (
    <time dateTime={at} title={formatInstant(at, zone)} className={classes.hour}>
      {plainHour(at, zone)}
    </time>
  );
}

function Unit({ children }: { children: string }) {
  return <span className={classes.unit}>{children}</span>;
}
