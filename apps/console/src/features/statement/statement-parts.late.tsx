import type { Statement } from '@usance/api/billing/statement';
import type { Contract } from '@usance/api/contract/contract';
import * as m from '../../i18n/messages.gen.ts';
import { Donut } from '../../ui/chart/donut.tsx';
import { formatCount } from '../../ui/format/formatters.ts';
import { Section } from '../../ui/page/section.tsx';
import { LineExplanation } from '../explanation/line-explanation.tsx';
import { skuWord } from '../sku/sku-words.ts';
import { StatementProofSection } from '../statement-proof/statement-proof-section.tsx';
import { ProductTable } from './product-table.tsx';
import { SkuTable } from './sku-table.tsx';
import { StatementChanges } from './statement-changes.tsx';
import { StatementFacts } from './statement-facts.tsx';
import classes from './statement-parts.module.css';

interface StatementPartsProps {
  statement: Statement;
  contract: Contract;
  /** The line whose amount is explained. */
  line: number | undefined;
  onCloseLine: () => void;
}

/** All of a statement below its amounts: its changes, its lines, and its proof. */
export function StatementParts({ statement, contract, line, onCloseLine }: StatementPartsProps) {
  const { id: statementId, contractId, statementData, currency } = statement;
  return (
    <>
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
    </>
  );
}

function linesWord(count: number): string {
  return count === 1 ? m.statement_line({ count }) : m.statement_lines({ count: formatCount(count) });
}
