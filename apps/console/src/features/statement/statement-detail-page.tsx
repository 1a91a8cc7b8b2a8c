import { useSuspenseQuery } from '@tanstack/react-query';
import type { Statement } from '@usance/api/billing/statement';
import type { Contract } from '@usance/api/contract/contract';
import * as m from '../../i18n/messages.gen.ts';
import { StatusTag } from '../../ui/cell/status-tag.tsx';
import { Donut } from '../../ui/chart/donut.tsx';
import { formatMonth } from '../../ui/format/dates.ts';
import { formatCount } from '../../ui/format/formatters.ts';
import { Below } from '../../ui/late/below.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Section } from '../../ui/page/section.tsx';
import { PageFoot } from '../../ui/print/page-foot.tsx';
import { contractQueries } from '../contract/contract.queries.ts';
import { LineExplanation } from '../explanation/line-explanation.tsx';
import { skuWord } from '../sku/sku-words.ts';
import { StatementProofSection } from '../statement-proof/statement-proof-section.tsx';
import { ProductTable } from './product-table.tsx';
import { SkuTable } from './sku-table.tsx';
import { statementQueries } from './statement.queries.ts';
import { StatementActions } from './statement-actions.tsx';
import { StatementAmounts } from './statement-amounts.tsx';
import { StatementChanges } from './statement-changes.tsx';
import classes from './statement-detail-page.module.css';
import { StatementDispute } from './statement-dispute.tsx';
import { StatementFacts } from './statement-facts.tsx';
import { statementStatus } from './statement-status.ts';
import { StatementTimeline } from './statement-timeline.tsx';

interface StatementDetailPageProps {
  contractId: string;
  statementId: string;
  /** The line whose amount is explained. */
  line?: number | undefined;
  onCloseLine: () => void;
}

/** A signed statement: its customer, its cycle, its amounts, and all lines. */
export function StatementDetailPage({ contractId, statementId, line, onCloseLine }: StatementDetailPageProps) {
  const { data: statement } = useSuspenseQuery(statementQueries.detail(contractId, statementId));
  const { data: contract } = useSuspenseQuery(contractQueries.detail(contractId));
  const { statementData, currency } = statement;
  const { tone, word } = statementStatus(statement);
  return (
    <>
      <PageHeader
        title={m.statement_title({ month: formatMonth(statement.month) })}
        lead={<StatusTag tone={tone}>{word}</StatusTag>}
        actions={<StatementActions statement={statement} />}
      />
      <StatementAmounts statement={statement} />
      <StatementTimeline statement={statement} zone={contract.billingZone} />
      {statement.dispute && <StatementDispute dispute={statement.dispute} zone={contract.billingZone} />}
      <Below>
        <StatementChanges statement={statement} />
        <Section title={m.statement_base()}>
          <StatementFacts statement={statement} zone={contract.billingZone} />
        </Section>
        <Section title={m.statement_by_product()}>
          <div className={classes.columns}>
            <Donut
              title={m.statement_product_share()}
              parts={statementData.productAndAmounts.map(({ product, amount }) => ({
                id: `product:${product}` as const,
                name: skuWord(product),
                amount,
              }))}
              currency={currency}
              partsLabel={m.statement_product()}
            />
            <ProductTable rows={statementData.productAndAmounts} currency={currency} total={statement.amount} />
          </div>
        </Section>
        <Section title={m.statement_by_sku()} note={linesWord(statementData.skuAndAmounts.length)}>
          <SkuTable
            rows={statementData.skuAndAmounts}
            currency={currency}
            total={statement.amount}
            statement={statement}
          />
        </Section>
        <StatementProofSection statement={statement} />
        {line !== undefined && (
          <LineExplanation key={line} line={{ contractId, statementId, lineNo: line }} onClose={onCloseLine} />
        )}
      </Below>
      <PageFoot lines={footOf(statement, contract)} />
    </>
  );
}

/** Returns the footer of printed pages: the statement, and the digest that proves its lines. */
function footOf({ month, customerName, id, digest }: Statement, { billingZone }: Contract): string[] {
  return [
    m.statement_foot({ month: formatMonth(month), customer: customerName, id, zone: billingZone }),
    m.statement_foot_digest({ digest }),
  ];
}

function linesWord(count: number): string {
  return count === 1 ? m.statement_line({ count }) : m.statement_lines({ count: formatCount(count) });
}
