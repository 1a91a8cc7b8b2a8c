import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ChangedDimension } from '@usance/api/billing/purchase/purchase-change';
import type { Statement, statements } from '@usance/api/billing/statement';
import type { CallReply } from '@usance/api/call';
import { useCallback, useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { ChartSlot } from '../../ui/chart/frame/chart-slot.tsx';
import { formatMonth } from '../../ui/format/dates.ts';
import { Section } from '../../ui/page/section.tsx';
import { type BridgeStep, ChangeBridge } from '../purchase/change/change-bridge.tsx';
import { stepsOf } from '../purchase/change/change-words.ts';
import { LargestChanges } from '../purchase/change/largest-changes.tsx';
import { statementQueries } from './statement.queries.ts';

/** The way from what the statement before asked for to what this one asks for, cause by cause. */
export function StatementChanges({ statement }: { statement: Statement }) {
  const { contractId, id, month, currency, start, payableAmount } = statement;
  const [by, setBy] = useState<ChangedDimension>('product');
  const query = useQuery(statementQueries.changes(contractId, id, { by }));
  const navigate = useNavigate();
  const drill = useCallback(
    (filter: Partial<Record<ChangedDimension, string[]>>) =>
      void navigate({
        to: '/billing-center/$contractId/cost-analysis',
        params: { contractId },
        search: { time: Date.parse(start), ...filter },
      }),
    [navigate, contractId, start],
  );
  const former = query.data?.former;
  const title = former ? m.statement_versus({ month: formatMonth(former.month) }) : m.purchase_changes_title();
  return (
    <Section title={title}>
      <ChartSlot query={query} height={130}>
        {(changes) => (
          <ChangeBridge
            title={title}
            currency={currency}
            steps={[
              ...(changes.former ? [levelOf(changes.former.month, changes.former.payableAmount)] : []),
              ...causesOf(changes),
              levelOf(month, payableAmount),
            ]}
          />
        )}
      </ChartSlot>
      {!query.isError && (
        <LargestChanges
          chosen={by}
          onChoose={setBy}
          changes={query.data}
          isOld={query.isPlaceholderData}
          currency={currency}
          onDrill={drill}
        />
      )}
    </Section>
  );
}

const levelOf = (month: string, payable: string): BridgeStep => ({
  id: month,
  name: m.statement_payable_of({ month: formatMonth(month) }),
  kind: 'level',
  amount: payable,
});

function causesOf(changes: CallReply<typeof statements.changes>): BridgeStep[] {
  const cause = (id: string, name: string, amount: string): BridgeStep => ({ id, name, kind: 'change', amount });
  return [
    ...stepsOf(changes.total),
    cause('elsewhere', m.statement_elsewhere(), changes.elsewhere),
    cause('rounding', m.statement_rounding(), changes.rounding),
    cause('marketplace', m.statement_marketplace_metered(), changes.marketplaceMetered),
    cause('vouchers', m.statement_vouchers(), changes.vouchers),
    cause('credit', m.statement_credit_applied(), changes.credit),
  ];
}
