import type { AvailableBalance } from '@usance/api/billing/available-balance';
import type { Contract } from '@usance/api/contract/contract';
import * as m from '../../i18n/messages.gen.ts';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { FigureCard, FigureRow } from '../../ui/page/figure-card.tsx';
import { BalanceEquation } from './equation/balance-equation.tsx';
import { Freshness } from './freshness.tsx';
import { MeteredCard } from './metered-card.tsx';
import { PeriodTag } from './period-tag.tsx';
import { type PeriodContract, toneOf } from './period-words.ts';

interface BalanceFiguresProps {
  balance: AvailableBalance;
  contract: PeriodContract & Pick<Contract, 'id' | 'marketplace'>;
  onExplain: () => void;
}

/** The figures of the account. A study has usage but no debt, so it shows no balance. */
export function BalanceFigures(props: BalanceFiguresProps) {
  return props.balance.isStudy ? <StudyFigures {...props} /> : <AccountFigures {...props} />;
}

function StudyFigures({ balance, contract }: BalanceFiguresProps) {
  return (
    <FigureRow>
      <FigureCard
        size="main"
        label={m.available_balance_study_used()}
        figure={<MoneyText amount={balance.details.unbilled} currency={balance.currency} />}
        asOf={<Freshness figures={balance} zone={contract.billingZone} />}
      >
        {m.available_balance_study_help()}
      </FigureCard>
    </FigureRow>
  );
}

/** The available balance, and the equation that comes to it. */
function AccountFigures({ balance, contract, onExplain }: BalanceFiguresProps) {
  return (
    <FigureRow>
      <FigureCard
        size="main"
        label={m.available_balance_title()}
        tone={toneOf[balance.state.summary]}
        figure={<MoneyText amount={balance.availableBalance} currency={balance.currency} />}
        asOf={<Freshness figures={balance} zone={contract.billingZone} />}
      >
        <PeriodTag balance={balance} contract={contract} />
      </FigureCard>
      <MeteredCard balance={balance} marketplace={contract.marketplace} />
      <BalanceEquation balance={balance} contractId={contract.id} onExplain={onExplain} />
    </FigureRow>
  );
}
