import { IconFileInvoice } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { parseBillingMonth, rangeOf } from '@usance/period/billing-month';
import * as z from 'zod/mini';
import { UnbilledCard } from '../../features/available-balance/unbilled-card.tsx';
import { contractQueries } from '../../features/contract/contract.queries.ts';
import { statementQueries } from '../../features/statement/statement.queries.ts';
import { StatementNotes } from '../../features/statement/statement-notes.tsx';
import { StatementTable } from '../../features/statement/statement-table.tsx';
import { StatementTrend } from '../../features/statement/statement-trend.tsx';
import { useApproveStatement } from '../../features/statement/use-approve-statement.tsx';
import { m } from '../../paraglide/messages.js';
import { Empty } from '../../ui/feedback/empty.tsx';
import { MonthField } from '../../ui/field/month-field.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Section } from '../../ui/page/section.tsx';

const defaults = { page: 1, sort: 'start', order: 'desc', trend: 6 } as const;
const search = z.object({
  page: z._default(z.catch(z.int().check(z.gte(1)), 1), 1),
  sort: z._default(z.catch(z.enum(['start', 'amount', 'payableAmount', 'dueDate']), 'start'), 'start'),
  order: z._default(z.catch(z.enum(['asc', 'desc']), 'desc'), 'desc'),
  trend: z._default(z.catch(z.union([z.literal(6), z.literal(12)]), 6), 6),
  month: z.optional(z.catch(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/)), '')),
});

export const Route = createFileRoute('/_auth/billing-center/$contractId/statements/')({
  staticData: { menu: 'billing', icon: IconFileInvoice, order: 20, label: m.statement_list, crumb: () => '' },
  validateSearch: search,
  search: { middlewares: [stripSearchParams(defaults)] },
  component: Statements,
});

function Statements() {
  const { contractId } = Route.useParams();
  const { page, sort, order, trend, month } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: contract } = useSuspenseQuery(contractQueries.detail(contractId));
  const { data, error, refetch, isPlaceholderData } = useQuery(
    statementQueries.list(contractId, {
      pageNum: page,
      orderBy: sort,
      ordering: order,
      ...(month ? rangeOf(parseBillingMonth(month), contract.billingZone) : {}),
    }),
  );
  const { approve, dialog } = useApproveStatement();
  const toMonth = (chosen: string | null) =>
    navigate({ search: (now) => ({ ...now, page: 1, month: chosen ?? undefined }) });
  return (
    <>
      <PageHeader title={m.statement_list()} lead={m.statement_list_lead()} />
      <StatementNotes />
      <UnbilledCard contractId={contractId} />
      <StatementTrend
        contract={contract}
        months={trend}
        onMonths={(months) => navigate({ search: (now) => ({ ...now, trend: months }), resetScroll: false })}
        onMonth={toMonth}
      />
      <Section title={m.statement_all()}>
        <StatementTable
          rows={data?.items}
          stale={isPlaceholderData}
          error={error}
          onRetry={refetch}
          sort={{ id: sort, desc: order === 'desc' }}
          onSort={(next) =>
            navigate({
              search: (now) => ({
                ...now,
                page: 1,
                sort: sortWord(next?.id),
                order: next?.desc === false ? 'asc' : 'desc',
              }),
              resetScroll: false,
            })
          }
          paging={{
            page,
            total: data?.totalSize ?? 0,
            onPage: (next) => navigate({ search: (now) => ({ ...now, page: next }), resetScroll: false }),
          }}
          onApprove={approve}
          onClearFilters={month ? () => toMonth(null) : undefined}
          empty={<Empty title={m.statement_empty()}>{m.statement_empty_hint()}</Empty>}
          toolbar={<MonthField label={m.statement_month()} value={month || null} onChange={toMonth} />}
        />
      </Section>
      {dialog}
    </>
  );
}

function sortWord(id: string | undefined) {
  return id === 'amount' || id === 'payableAmount' || id === 'dueDate' ? id : 'start';
}
