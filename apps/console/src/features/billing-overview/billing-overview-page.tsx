import { useSuspenseQuery } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract';
import { m } from '../../paraglide/messages.js';
import { MonthRangeField } from '../../ui/field/month-field.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Section } from '../../ui/page/section.tsx';
import { rangeOfMonths } from '../../ui/search/months.ts';
import { availableBalanceQueries } from '../available-balance/available-balance.queries.ts';
import { BalanceFigures } from '../available-balance/balance-figures.tsx';
import { WarningThreshold } from '../available-balance/warning-threshold.tsx';
import { CashHistory } from '../bank/cash-history.tsx';
import { contractQueries } from '../contract/contract.queries.ts';
import { ContractSwitch } from '../contract/contract-switch.tsx';
import { FrozenHistory } from '../frozen/frozen-history.tsx';
import type { BillingOverviewSearch } from './billing-overview-search.ts';

interface BillingOverviewPageProps {
  contractId: string;
  search: BillingOverviewSearch;
  onChange: (patch: Partial<BillingOverviewSearch>) => void;
}

/** What a contract can spend, what is held, what is owed, and the movements behind it. */
export function BillingOverviewPage({ contractId, search, onChange }: BillingOverviewPageProps) {
  const { data: contract } = useSuspenseQuery(contractQueries.detail(contractId));
  const { data: balance } = useSuspenseQuery(availableBalanceQueries.detail(contractId));
  const given = { contract, search, onChange };
  return (
    <>
      <PageHeader
        title={m.billing_overview_title()}
        lead={m.billing_overview_lead()}
        actions={<ContractSwitch contractId={contract.id} />}
      />
      <BalanceFigures balance={balance} />
      <Section title={m.bank_details()} id="cash_details">
        <History of="cash" table={CashHistory} {...given} />
      </Section>
      <Section title={m.frozen_details()} id="frozen_details">
        <History of="frozen" table={FrozenHistory} {...given} />
      </Section>
      <Section title={m.available_balance_threshold()}>
        <WarningThreshold />
      </Section>
    </>
  );
}

interface HistoryProps extends Pick<BillingOverviewPageProps, 'search' | 'onChange'> {
  of: 'cash' | 'frozen';
  table: typeof CashHistory | typeof FrozenHistory;
  contract: Contract;
}

/** The same months, page and clearing for each history, each under its own names in the URL. */
function History({ of, table: Table, contract, search, onChange }: HistoryProps) {
  const [from, to] = [search[`${of}From`], search[`${of}To`]];
  const toMonths = ([first, last]: readonly [string | null, string | null]) =>
    onChange({ [`${of}From`]: first ?? undefined, [`${of}To`]: last ?? undefined, [`${of}Page`]: 1 });
  return (
    <Table
      contract={contract}
      range={rangeOfMonths({ from, to }, contract.billingZone)}
      page={search[`${of}Page`]}
      onPage={(page) => onChange({ [`${of}Page`]: page })}
      onClearFilters={from || to ? () => toMonths([null, null]) : undefined}
      toolbar={
        <MonthRangeField label={m.billing_overview_range()} value={[from ?? null, to ?? null]} onChange={toMonths} />
      }
    />
  );
}
