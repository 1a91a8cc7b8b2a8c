import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AvailableBalance } from '@usance/api/billing/available-balance';
import type { Contract } from '@usance/api/contract/contract';
import type { TradeDefault } from '@usance/api/contract/trade-default';
import { formatDecimal } from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import * as m from '../../i18n/messages.gen.ts';
import { CopyValue } from '../../ui/cell/copy-value.tsx';
import { IdText } from '../../ui/cell/id-text.tsx';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import { Facts } from '../../ui/page/facts.tsx';
import { FigureRow } from '../../ui/page/figure-card.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Section } from '../../ui/page/section.tsx';
import { amountToPay, owesMoney } from '../available-balance/amount-to-pay.ts';
import { availableBalanceQueries } from '../available-balance/available-balance.queries.ts';
import { MeteredCard } from '../available-balance/metered-card.tsx';
import { mustAct } from '../available-balance/must-act.ts';
import { periodHelp } from '../available-balance/period-words.ts';
import { cloudName } from '../cloud/cloud-words.ts';
import { contractQueries } from '../contract/contract.queries.ts';
import { tradeDefaultQueries } from './trade-default.queries.ts';

/** Explains how to pay: by bank transfer, or through the linked cloud marketplace. */
export function PaymentMethodsPage({ contractId }: { contractId: string }) {
  const { data: contract } = useSuspenseQuery(contractQueries.detail(contractId));
  const { data, error, refetch } = useQuery(tradeDefaultQueries.all());
  const mayReadBalance = contract.permissions?.canReadBilling ?? false;
  const { data: balance } = useQuery({ ...availableBalanceQueries.detail(contractId), enabled: mayReadBalance });
  if (balance?.isStudy)
    return <PageHeader title={m.trade_default_payment_methods()} lead={m.available_balance_study_help()} />;
  const trade = data?.items.find(({ currency }) => currency === contract.currency);
  const isLinked = contract.marketplace.state === 'activated';
  const marketplace = (
    <Section title={m.trade_default_marketplace()}>
      <Marketplace contract={contract} balance={balance} />
    </Section>
  );
  const bank = (
    <>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {trade && <BankTransfer trade={trade} contract={contract} balance={balance} />}
    </>
  );
  return (
    <>
      <PageHeader title={m.trade_default_payment_methods()} lead={m.trade_default_lead()} />
      {isLinked && marketplace}
      <Section title={m.trade_default_bank_transfer()}>
        {isLinked ? (
          <>
            <p>{m.trade_default_bank_besides()}</p>
            <details>
              <summary>{m.trade_default_show_bank()}</summary>
              {bank}
            </details>
          </>
        ) : (
          bank
        )}
      </Section>
      {!isLinked && marketplace}
    </>
  );
}

function BankTransfer({
  trade: { seller, bank, deductionDay },
  contract,
  balance,
}: {
  trade: TradeDefault;
  contract: Contract;
  balance: AvailableBalance | undefined;
}) {
  const owing = balance && owesMoney(balance) ? balance : undefined;
  return (
    <>
      <Facts
        facts={[
          ...(owing ? [[m.trade_default_amount(), <AmountToSend key="amount" balance={owing} />] as const] : []),
          ...(owing && mustAct(owing) ? [[m.trade_default_deadline(), periodHelp(owing, contract)] as const] : []),
          [m.trade_default_seller(), seller],
          [m.trade_default_account_name(), bank.accountName],
          [m.trade_default_account_number(), <IdText key="number" id={bank.accountNumber} longest={40} />],
          [m.trade_default_opening_bank(), bank.openingBank],
          [m.trade_default_swift(), <IdText key="swift" id={bank.swiftCode} longest={40} />],
          [m.trade_default_reference(), <IdText key="reference" id={contract.id} longest={40} />],
        ]}
      />
      {owing && <p>{m.trade_default_amount_hint()}</p>}
      <p>{m.trade_default_reference_hint({ day: deductionDay })}</p>
      {contract.permissions?.canReadBilling && (
        <Link to="/billing-center/$contractId/income-expense" params={{ contractId: contract.id }} hash="cash_details">
          {m.trade_default_see_cash()}
        </Link>
      )}
    </>
  );
}

function AmountToSend({ balance }: { balance: AvailableBalance }) {
  const amount = formatDecimal(roundHalfUp(amountToPay(balance), 2));
  return (
    <>
      <MoneyText amount={amount} currency={balance.currency} />
      <CopyValue value={amount} />
    </>
  );
}

interface MarketplaceProps {
  contract: Contract;
  balance: AvailableBalance | undefined;
}

/** Only an active link is a way to pay. */
function Marketplace({ contract: { marketplace }, balance }: MarketplaceProps) {
  if (marketplace.state !== 'activated') return <p>{m.trade_default_no_marketplace()}</p>;
  const provider = marketplace.cloudProvider;
  return (
    <>
      <p>{m.trade_default_by_marketplace({ provider: cloudName(provider ?? '') })}</p>
      {balance && (
        <FigureRow>
          <MeteredCard balance={balance} marketplace={marketplace} />
        </FigureRow>
      )}
    </>
  );
}
