import type { AvailableBalance } from '@usance/api/billing/available-balance';
import type { Contract } from '@usance/api/contract/contract';
import { isZero } from '@usance/money/decimal';
import * as m from '../../i18n/messages.gen.ts';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { FigureCard } from '../../ui/page/figure-card.tsx';
import { cloudName } from '../cloud/cloud-words.ts';

interface MeteredCardProps {
  balance: AvailableBalance;
  marketplace: Contract['marketplace'];
}

/** The amount of unsigned months that a marketplace bills. The unbilled amount beside it excludes this. */
export function MeteredCard({ balance: { details, currency }, marketplace }: MeteredCardProps) {
  const metered = details.marketplaceMetered;
  if (metered === undefined || (isZero(metered) && marketplace.state !== 'activated')) return null;
  const provider = marketplace.cloudProvider;
  return (
    <FigureCard
      label={
        provider ? m.available_balance_metered_by({ provider: cloudName(provider) }) : m.available_balance_metered()
      }
      figure={<MoneyText amount={metered} currency={currency} />}
    />
  );
}
