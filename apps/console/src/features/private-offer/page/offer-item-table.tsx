import type { OfferItem, PrivateOffer } from '@usance/api/sale/private-offer';
import { formatQuantity } from '@usance/money/display';
import { useMemo, useState } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { LongText } from '../../../ui/cell/long-text.tsx';
import { MoneyText } from '../../../ui/cell/money-text.tsx';
import { RateText } from '../../../ui/cell/rate-text.tsx';
import { byAmount, type Column } from '../../../ui/table/column/column.ts';
import { textColumn } from '../../../ui/table/column/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useNarrow } from '../../../ui/table/use-narrow.ts';
import { cloudName, editionName } from '../../cloud/cloud-words.ts';
import { regionWord } from '../../region/region-words.ts';
import { billingItemWord, tierWord, unitWord } from '../../sku/sku-words.ts';
import { costKindWord, offerItemTypeWord } from '../offer-words.ts';

interface OfferItemTableProps {
  items: readonly OfferItem[];
  currency: PrivateOffer['currency'];
}

/** The prices of an offer's billing items, beside their list prices. */
export function OfferItemTable({ items, currency }: OfferItemTableProps) {
  const [page, setPage] = useState(1);
  const columns = useMemo(() => columnsOf(currency, items), [currency, items]);
  return (
    <DataTable
      tableId="private-offer-item"
      caption={m.private_offer_items()}
      columns={columns}
      rows={items}
      rowId={({ id }) => id}
      {...(items.length > 10 && { paging: { page, onPage: setPage } })}
      empty={null}
      dense
    />
  );
}

const ordersHere = true;

const columnsOf = (currency: PrivateOffer['currency'], items: readonly OfferItem[]): Column<OfferItem>[] => [
  textColumn('billingItem', m.private_offer_billing_item(), itemName, { ordersHere }),
  textColumn('type', m.private_offer_kind(), (row) => costKindWord[row.type](), { ordersHere }),
  textColumn('itemType', m.private_offer_item_type(), (row) => offerItemTypeWord[row.itemType], {
    ordersHere,
    // Hidden, because all items of an offer share it and the other columns need the space.
    hidden: true,
  }),
  textColumn('cloudProvider', m.private_offer_cloud(), (row) => cloudName(row.cloudProvider), { ordersHere }),
  {
    ...textColumn<OfferItem>('region', m.private_offer_region(), (row) => regionWord(row.regionName), { ordersHere }),
    cell: (row) => <Place item={row} />,
    phone: 'line',
  },
  textColumn('edition', m.private_offer_edition(), (row) => editionName(row.edition), {
    ordersHere,
    phone: 'below',
  }),
  {
    id: 'listingPrice',
    header: m.private_offer_list_price(),
    align: 'end',
    cell: (row) => <UnitPrice price={row.listingPrice} currency={currency} />,
    compare: byAmount((row) => row.listingPrice ?? '0'),
  },
  {
    id: 'discount',
    header: m.private_offer_discount(),
    align: 'end',
    cell: (row) => <RateText rate={row.discount} />,
    compare: byAmount((row) => row.discount),
    phone: 'end',
  },
  {
    id: 'price',
    header: m.private_offer_price(),
    align: 'end',
    cell: (row) => <OfferedPrice item={row} currency={currency} />,
    compare: byAmount((row) => row.price ?? '0'),
    phone: 'figure',
  },
  textColumn('unit', m.private_offer_unit(), (row) => unitWord(row.unit)),
  {
    id: 'creditPerCoreHour',
    header: m.private_offer_credit_per_core_hour(),
    align: 'end',
    cell: (row) => (row.creditPerCoreHour === null ? '–' : formatQuantity(row.creditPerCoreHour)),
    hidden: items.every(({ creditPerCoreHour }) => creditPerCoreHour === null),
  },
];

/** Returns the name with its tier, such as "storage · hot", to distinguish items of the same name. */
const itemName = ({ billingItem, tier }: OfferItem) =>
  tier === '' ? billingItemWord(billingItem) : `${billingItemWord(billingItem)} · ${tierWord(tier)}`;

/** On a phone the cloud has no column of its own. */
function Place({ item: { cloudProvider, region, regionName } }: { item: OfferItem }) {
  const isNarrow = useNarrow();
  const name = regionWord(regionName);
  return (
    <span title={region}>
      <LongText>{isNarrow ? `${cloudName(cloudProvider)} ${name}` : name}</LongText>
    </span>
  );
}

/** On a phone the unit has no column of its own. */
function OfferedPrice({ item: { price, unit }, currency }: { item: OfferItem; currency: PrivateOffer['currency'] }) {
  const isNarrow = useNarrow();
  return (
    <>
      <UnitPrice price={price} currency={currency} />
      {isNarrow && ` / ${unitWord(unit)}`}
    </>
  );
}

/** A draft has no price until the price list has one. */
function UnitPrice({ price, currency }: { price: string | null; currency: PrivateOffer['currency'] }) {
  return price === null ? '–' : <MoneyText amount={price} currency={currency} places={8} />;
}
