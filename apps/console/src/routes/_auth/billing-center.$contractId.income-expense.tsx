import { IconWallet } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { balanceQueries } from '../../features/available-balance/available-balance.queries.ts';
import { BalanceFigures } from '../../features/available-balance/balance-figures.tsx';
import { WarningThreshold } from '../../features/available-balance/warning-threshold.tsx';
import { CashSummary } from '../../features/bank/cash-summary.tsx';
import { CashTable } from '../../features/bank/cash-table.tsx';
import { detailsRange } from '../../features/bank/details-range.ts';
import { contractQueries } from '../../features/contract/contract.queries.ts';
import { ContractSwitch } from '../../features/contract/contract-switch.tsx';
import { FrozenTable } from '../../features/frozen/frozen-table.tsx';
import { m } from '../../paraglide/messages.js';
import { MonthRangeField } from '../../ui/field/month-field.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Section } from '../../ui/page/section.tsx';

const page = z._default(z.catch(z.int().check(z.gte(1)), 1), 1);
const month = z.optional(z.catch(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/)), ''));

export const Route = createFileRoute('/_auth/billing-center/$contractId/income-expense')({
  staticData: { menu: 'billing', icon: IconWallet, order: 10, label: m.ledger_overview },
  validateSearch: z.object({
    cashPage: page,
    cashFrom: month,
    cashTo: month,
    frozenPage: page,
    frozenFrom: month,
    frozenTo: month,
  }),
  search: { middlewares: [stripSearchParams({ cashPage: 1, frozenPage: 1 })] },
  loader: ({ context, params }) => context.queryClient.ensureQueryData(balanceQueries.available(params.contractId)),
  component: IncomeExpense,
});

function IncomeExpense() {
  const { contractId } = Route.useParams();
  const { data: contract } = useSuspenseQuery(contractQueries.detail(contractId));
  const { data: balance } = useSuspenseQuery(balanceQueries.available(contractId));
  return (
    <>
      <PageHeader
        title={m.ledger_overview()}
        lead={m.ledger_overview_lead()}
        actions={<ContractSwitch contractId={contract.id} />}
      />
      <BalanceFigures balance={balance} />
      <Section title={m.ledger_cash_details()} id="cash_details">
        <Details of="cash" />
      </Section>
      <Section title={m.ledger_frozen_details()} id="frozen_details">
        <Details of="frozen" />
      </Section>
      <Section title={m.ledger_threshold()}>
        <WarningThreshold />
      </Section>
    </>
  );
}

/** Cash or frozen: the same range, page and clearing, each under its own names in the URL. */
function Details({ of }: { of: 'cash' | 'frozen' }) {
  const { contractId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: contract } = useSuspenseQuery(contractQueries.detail(contractId));
  const from = search[`${of}From`] || undefined;
  const to = search[`${of}To`] || undefined;
  const range = detailsRange(contract, from, to);
  const toRange = ([first, last]: [string | null, string | null]) =>
    navigate({
      search: (now) => ({
        ...now,
        [`${of}From`]: first ?? undefined,
        [`${of}To`]: last ?? undefined,
        [`${of}Page`]: 1,
      }),
      resetScroll: false,
    });
  const table = {
    contract,
    range,
    page: search[`${of}Page`],
    onPage: (next: number) => navigate({ search: (now) => ({ ...now, [`${of}Page`]: next }), resetScroll: false }),
    toolbar: <MonthRangeField label={m.ledger_range()} value={[from ?? null, to ?? null]} onChange={toRange} />,
    onClear: from || to ? () => toRange([null, null]) : undefined,
  };
  if (of === 'frozen') return <FrozenTable {...table} />;
  return (
    <>
      <CashSummary contract={contract} range={range} />
      <CashTable {...table} />
    </>
  );
}
