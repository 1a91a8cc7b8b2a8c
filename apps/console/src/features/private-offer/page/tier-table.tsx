import type { PrivateOffer } from '@usance/api/sale/private-offer';
import { isNegative } from '@usance/money/decimal';
import { formatMoney } from '@usance/money/display';
import { useMemo } from 'react';
import * as m from '../../../i18n/messages.gen.ts';
import { MoneyText } from '../../../ui/cell/money-text.tsx';
import { RateText } from '../../../ui/cell/rate-text.tsx';
import type { Column } from '../../../ui/table/column/column.ts';
import { moneyColumn, textColumn } from '../../../ui/table/column/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useNarrow } from '../../../ui/table/use-narrow.ts';

type Tier = PrivateOffer['tieredDiscounts'][number];

interface TierTableProps {
  tiers: readonly Tier[];
  currency: PrivateOffer['currency'];
}

/** The price of each slice of a month's amount. */
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
  {
    ...moneyColumn<Tier>('minThreshold', m.private_offer_tier_from(), (row) => row.minThreshold, { currency }),
    cell: (row) => <From tier={row} currency={currency} />,
    phone: 'line',
  },
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
  },
  {
    id: 'discountRate',
    header: m.private_offer_discount(),
    align: 'end',
    cell: ({ discountRate }) => <RateText rate={discountRate} />,
    phone: 'figure',
  },
];

/** A sentence with both bounds: on a phone no heading names them. */
function From({ tier: { minThreshold, maxThreshold }, currency }: { tier: Tier; currency: PrivateOffer['currency'] }) {
  const isNarrow = useNarrow();
  if (!isNarrow) return <MoneyText amount={minThreshold} currency={currency} />;
  const from = shortMoney(minThreshold, currency);
  if (isNegative(maxThreshold)) return m.private_offer_tier_over({ from });
  return m.private_offer_tier_range({ from, to: shortMoney(maxThreshold, currency) });
}

/** Formats a whole amount without decimals. */
const shortMoney = (amount: string, currency: PrivateOffer['currency']) =>
  formatMoney(amount, currency, /^\d+(\.0*)?$/.test(amount) ? 0 : 2);
