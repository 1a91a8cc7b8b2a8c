import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Statement } from '@usance/api/statement';
import { m } from '../../paraglide/messages.js';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { Donut } from '../../ui/chart/donut.tsx';
import { formatMonth } from '../../ui/format/dates.ts';
import { FigureCard, FigureRow } from '../../ui/page/figure-card.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Section } from '../../ui/page/section.tsx';
import { saveStatements } from './download-statements.ts';
import { ProductTable } from './product-table.tsx';
import { SkuTable } from './sku-table.tsx';
import classes from './statement.module.css';
import { StatementFacts } from './statement-facts.tsx';
import { StatementStatusTag } from './statement-status-tag.tsx';
import { useApproveStatement } from './use-approve-statement.tsx';

/** A month's statement as it was signed: who, which cycle, how much, and every line that adds up to it. */
export function StatementPage({ statement }: { statement: Statement }) {
  const { approve, dialog } = useApproveStatement();
  const { statementData, currency } = statement;
  return (
    <>
      <PageHeader
        title={m.statement_title({ month: formatMonth(statement.month) })}
        lead={<StatementStatusTag statement={statement} />}
        actions={<Actions statement={statement} onApprove={() => approve(statement)} />}
      />
      <Amounts statement={statement} />
      <Section title={m.statement_base()}>
        <StatementFacts statement={statement} />
      </Section>
      <Section title={m.statement_by_product()}>
        <div className={classes.columns}>
          <Donut
            title={m.statement_product_share()}
            parts={statementData.productAndAmounts.map(({ product, amount }) => ({ name: product, amount }))}
            currency={currency}
            partsLabel={m.statement_product()}
          />
          <ProductTable rows={statementData.productAndAmounts} currency={currency} total={statement.amount} />
        </div>
      </Section>
      <Section title={m.statement_by_sku()} note={m.statement_lines({ count: statementData.skuAndAmounts.length })}>
        <SkuTable rows={statementData.skuAndAmounts} currency={currency} total={statement.amount} />
      </Section>
      {dialog}
    </>
  );
}

function Amounts({ statement }: { statement: Statement }) {
  const figures = [
    [m.statement_payable(), statement.payableAmount],
    [m.statement_consumption(), statement.amount],
    [m.statement_vouchers(), statement.voucherDeducted],
    [m.statement_deducted(), statement.cashDeducted],
    [m.statement_undeducted(), statement.undeductedAmount],
  ] as const;
  return (
    <FigureRow>
      {figures.map(([label, amount], index) => (
        <FigureCard
          key={label}
          label={label}
          size={index === 0 ? 'main' : 'side'}
          figure={<MoneyText amount={amount} currency={statement.currency} />}
        />
      ))}
    </FigureRow>
  );
}

function Actions({ statement, onApprove }: { statement: Statement; onApprove: () => void }) {
  return (
    <>
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link
            to="/billing-center/$contractId/cost-analysis"
            params={{ contractId: statement.contractId }}
            search={{ time: Date.parse(statement.start) }}
            {...props}
          />
        )}
      >
        {m.statement_cost_analysis()}
      </Button>
      <Button
        variant="default"
        disabled={!statement.permissions.canDownload}
        onClick={() => saveStatements(statement.contractId, [statement.id])}
      >
        {m.statement_download()}
      </Button>
      <Button
        disabled={statement.confirmState !== 'unconfirmed' || !statement.permissions.canConfirm}
        onClick={onApprove}
      >
        {m.statement_confirm()}
      </Button>
    </>
  );
}
