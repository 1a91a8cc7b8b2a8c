import { useQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import * as m from '../../i18n/messages.gen.ts';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { FigureCard, FigureRow } from '../../ui/page/figure-card.tsx';
import { voucherQueries } from './voucher.queries.ts';

/** The usable amount of vouchers, and what became of the rest. */
export function VoucherSummary({ contract }: { contract: Contract }) {
  const { data } = useQuery(voucherQueries.summary(contract.id));
  const sums = [
    [m.voucher_left(), data?.valid],
    [m.voucher_state_unbound(), data?.available],
    [m.voucher_sum_redeemed(), data?.redeemed],
    [m.voucher_state_overdue(), data?.overdue],
    [m.voucher_sum_issued(), data?.issued],
  ] as const;
  return (
    <FigureRow>
      {sums.map(([label, amount], index) => (
        <FigureCard
          key={label}
          size={index === 0 ? 'main' : 'side'}
          label={label}
          figure={amount === undefined ? '—' : <MoneyText amount={amount} currency={contract.currency} />}
        />
      ))}
    </FigureRow>
  );
}
