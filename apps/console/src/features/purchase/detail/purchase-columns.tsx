import type { Purchase } from '@usance/api/billing/purchase';
import type { Contract } from '@usance/api/contract/contract';
import * as m from '../../../i18n/messages.gen.ts';
import { RateText } from '../../../ui/cell/rate-text.tsx';
import { StatusTag } from '../../../ui/cell/status-tag.tsx';
import { formatInstant } from '../../../ui/format/dates.ts';
import type { Column } from '../../../ui/table/column/column.ts';
import { idColumn, moneyColumn, textColumn } from '../../../ui/table/column/columns.tsx';
import { cloudName, editionName } from '../../cloud/cloud-words.ts';
import { regionWord } from '../../region/region-words.ts';
import { billingItemWord, skuWord, unitWord } from '../../sku/sku-words.ts';
import { plainHour } from '../search/purchase-days.ts';
import classes from './purchase-columns.module.css';

/** All fields of a rated row. Unit prices and amounts keep their 8 places. */
export function purchaseColumns({ currency, billingZone }: Contract): Column<Purchase>[] {
  const zone = billingZone === 'UTC' ? 'UTC' : 'UTC+8';
  return [
    {
      id: 'start',
      header: m.purchase_start({ zone }),
      cell: ({ start }) => <Hour at={start} zone={billingZone} />,
      sortable: true,
      minWidth: 136,
    },
    {
      id: 'end',
      header: m.purchase_end({ zone }),
      cell: ({ end }) => <Hour at={end} zone={billingZone} />,
      minWidth: 136,
      hidden: true,
    },
    textColumn('product', m.purchase_product(), (row) => skuWord(row.product), { sortable: true, hidden: true }),
    {
      id: 'billingItem',
      header: m.purchase_billing_item(),
      cell: (row) => <BillingItem row={row} />,
      sortable: true,
      phone: 'below',
      minWidth: 150,
    },
    textColumn('type', m.purchase_type(), (row) => skuWord(row.type), { hidden: true }),
    textColumn('subType', m.purchase_sub_type(), (row) => skuWord(row.subType) || '–', { hidden: true }),
    textColumn('datacloudName', m.purchase_datacloud(), (row) => row.datacloudName, {
      sortable: true,
      phone: 'below',
      share: 11,
    }),
    idColumn('datacloudID', m.purchase_datacloud_id(), (row) => row.datacloudID, { hidden: true }),
    textColumn('objectName', m.purchase_object(), (row) => row.objectName || '–', { share: 12 }),
    idColumn('objectID', m.purchase_object_id(), (row) => row.objectID, { hidden: true }),
    textColumn('cloudProvider', m.purchase_cloud(), (row) => cloudName(row.cloudProvider), { hidden: true }),
    textColumn('region', m.purchase_region(), (row) => regionWord(row.regionName), { sortable: true, hidden: true }),
    textColumn('edition', m.purchase_edition(), (row) => editionName(row.edition), { hidden: true }),
    textColumn('tags', m.purchase_tags(), tagsText, { hidden: true }),
    ...figureColumns(currency),
    textColumn('chargeable', m.purchase_chargeable(), (row) => (row.chargeable ? m.purchase_yes() : m.purchase_no()), {
      hidden: true,
    }),
  ];
}

const tagsText = ({ tags }: Purchase) =>
  Object.entries(tags)
    .map(([key, value]) => `${key}=${value}`)
    .join(', ') || '–';

function figureColumns(currency: Contract['currency']): Column<Purchase>[] {
  return [
    {
      id: 'consumption',
      header: m.purchase_consumption(),
      align: 'end',
      cell: (row) => (
        <>
          <span title={row.consumption} data-whole>
            {row.consumptionFormatted}
          </span>{' '}
          <Unit>{unitWord(row.consumptionUnit)}</Unit>
        </>
      ),
      sortable: true,
      phone: 'end',
    },
    {
      id: 'listPrice',
      header: m.purchase_unit_price(),
      align: 'end',
      cell: (row) => (
        <span title={row.listPrice}>
          {row.listPriceFormatted} <Unit>{`/ ${unitWord(row.priceUnit)}`}</Unit>
        </span>
      ),
      sortable: true,
    },
    { id: 'zhekou', header: m.purchase_discount(), align: 'end', cell: (row) => <RateText rate={row.zhekou} /> },
    moneyColumn('amount', m.purchase_amount_in({ currency }), (row) => row.amount, {
      currency,
      places: 8,
      sortable: true,
      phone: 'figure',
    }),
  ];
}

function BillingItem({ row }: { row: Purchase }) {
  return (
    <>
      {billingItemWord(row.billingItem)}{' '}
      {row.adjustment && <StatusTag tone="info">{m.purchase_adjustment()}</StatusTag>}
    </>
  );
}

/** An hour in the contract's zone, which may differ from the reader's. */
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
