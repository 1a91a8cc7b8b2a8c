import { useQuery } from '@tanstack/react-query';
import type { CallQuery } from '@usance/api/call';
import type { prices, QuotedPrice } from '@usance/api/metering/price';
import * as m from '../../i18n/messages.gen.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { byAmount, type Column } from '../../ui/table/column/column.ts';
import { textColumn } from '../../ui/table/column/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { billingItemWord, skuWord, tierWord, unitWord } from '../sku/sku-words.ts';
import { priceQueries } from './price.queries.ts';

interface ListPricesProps {
  contractId: string;
  place: CallQuery<typeof prices.inRegion>;
}

/** The prices of a region and an edition, for people who are about to use it. */
export function ListPrices({ contractId, place }: ListPricesProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery(priceQueries.inRegion(contractId, place));
  return (
    <DataTable
      tableId="list-price"
      caption={m.price_list()}
      columns={columns}
      rows={data?.items}
      rowId={({ skuId }) => skuId}
      stale={isPlaceholderData}
      error={error}
      onRetry={() => void refetch()}
      empty={<Empty title={m.price_none()}>{m.price_none_hint()}</Empty>}
      dense
    />
  );
}

const columns: Column<QuotedPrice>[] = [
  textColumn('billingItem', m.price_item(), itemOf, { ordersHere: true }),
  textColumn('kind', m.price_for(), kindOf, { ordersHere: true, minWidth: 120, wraps: true, phone: 'line' }),
  {
    id: 'listPrice',
    header: m.price_unit_price(),
    align: 'end',
    cell: ({ listPrice, listPriceFormatted, priceUnit }) => (
      <span title={listPrice}>{`${shortPrice(listPriceFormatted)} / ${unitWord(priceUnit)}`}</span>
    ),
    compare: byAmount(({ listPrice }) => listPrice),
    phone: 'figure',
  },
];

function itemOf({ billingItem, tier }: QuotedPrice): string {
  return tier === '' ? billingItemWord(billingItem) : `${billingItemWord(billingItem)} · ${tierWord(tier)}`;
}

function kindOf({ product, type, subType }: QuotedPrice): string {
  return [...new Set([product, type, subType])]
    .filter((part) => part !== '')
    .map(skuWord)
    .join(' · ');
}

/** Leaves out zeros beyond the cents: "$0.18000000" is shown as "$0.18". */
function shortPrice(formatted: string): string {
  return formatted.replace(/(\.\d{2}\d*?)0+$/, '$1');
}
