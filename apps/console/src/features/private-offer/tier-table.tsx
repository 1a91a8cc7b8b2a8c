import type { PrivateOffer } from '@usance/api/private-offer';
import { isNegative } from '@usance/money/decimal';
import { useMemo } from 'react';
import { m } from '../../paraglide/messages.js';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { RateText } from '../../ui/cell/rate-text.tsx';
import type { Column } from '../../ui/table/column.ts';
import { moneyColumn, textColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';

type Tier = PrivateOffer['tieredDiscounts'][number];

interface TierTableProps {
  tiers: readonly Tier[];
  currency: PrivateOffer['currency'];
}

/** Shows what is paid of each stretch of a month's amount. */
export function TierTable({ tiers, currency }: TierTableProps) {
  const columns = useMemo(() => columnsOf(currency), [currency]);
  return (
    <DataTable
      tableId="private-offer-tier"
      caption={m.private_offer_tiers()}
      columns={columns}
      rows={tiers}
      rowId={({ tierLevel }) => String(tierLevel)}
      empty={null}
      dense
    />
  );
}

const columnsOf = (currency: PrivateOffer['currency']): Column<Tier>[] => [
  textColumn('tierLevel', m.private_offer_tier_level(), ({ tierLevel }) => String(tierLevel)),
  moneyColumn('minThreshold', m.private_offer_tier_from(), (row) => row.minThreshold, { currency, phone: 'below' }),
  {
    id: 'maxThreshold',
    header: m.private_offer_tier_to(),
    align: 'end',
    cell: ({ maxThreshold }) =>
      isNegative(maxThreshold) ? (
        m.private_offer_tier_no_limit()
      ) : (
        <MoneyText amount={maxThreshold} currency={currency} />
      ),
    phone: 'below',
  },
  {
    id: 'discountRate',
    header: m.private_offer_discount(),
    align: 'end',
    cell: ({ discountRate }) => <RateText rate={discountRate} />,
    phone: 'figure',
  },
];
