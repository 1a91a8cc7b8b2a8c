import type { StatementProof } from '@usance/api/billing/statement-proof';
import { useMemo } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { InstantText } from '../../ui/cell/date-text.tsx';
import { IdText } from '../../ui/cell/id-text.tsx';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { type Status, StatusTag } from '../../ui/cell/status-tag.tsx';
import { formatCount } from '../../ui/format/formatters.ts';
import { Facts } from '../../ui/page/facts.tsx';
import type { Column } from '../../ui/table/column/column.ts';
import { moneyColumn, statusColumn, textColumn } from '../../ui/table/column/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { type ProvedRow, partRows, sumRows } from './proof-rows.ts';
import classes from './statement-proof.module.css';

/** The result of a check: a verdict in words, the sums that must be equal, the parts, and the digests. */
export function ProofResult({ proof, isOld }: { proof: StatementProof; isOld: boolean }) {
  const { currency, amount, digest } = proof;
  const { sums, parts } = useMemo(() => ({ sums: sumColumns(currency), parts: partColumns(currency) }), [currency]);
  return (
    <div className={classes.tables} data-old={isOld || undefined}>
      <p className={classes.verdict} role="status">
        <StatusTag {...verdictOf(proof.agrees)}>
          {proof.agrees ? m.statement_proof_agrees() : m.statement_proof_differs()}
        </StatusTag>{' '}
        <InstantText at={proof.checkedAt} />
        {!proof.hasRows && <> {m.statement_proof_elsewhere()}</>}
      </p>
      <DataTable
        tableId="statement-proof-sums"
        caption={m.statement_proof_sums()}
        columns={sums}
        rows={sumRows(proof)}
        rowId={({ id }) => id}
        empty={null}
        dense
      />
      <DataTable
        tableId="statement-proof-parts"
        caption={m.statement_proof_parts()}
        columns={parts}
        rows={partRows(proof)}
        rowId={({ id }) => id}
        totals={{ name: m.ui_total(), amount: <MoneyText amount={amount} currency={currency} /> }}
        empty={null}
        dense
      />
      <Facts
        facts={[
          [m.statement_digest(), <IdText key="lines" id={digest.lines} longest={24} />],
          ...(digest.rows === null
            ? []
            : [[m.statement_proof_digest_rows(), <IdText key="rows" id={digest.rows} longest={24} />] as const]),
        ]}
      />
    </div>
  );
}

type Currency = StatementProof['currency'];

const verdictOf = (agrees: boolean): Pick<Status, 'tone'> => ({ tone: agrees ? 'good' : 'bad' });
const resultColumn = (): Column<ProvedRow> =>
  statusColumn(
    'result',
    m.statement_proof_result(),
    ({ agrees }) => ({
      ...verdictOf(agrees),
      word: agrees ? m.statement_proof_row_agrees() : m.statement_proof_row_differs(),
    }),
    { phone: 'end' },
  );

const sumColumns = (currency: Currency): Column<ProvedRow>[] => [
  textColumn('name', m.statement_proof_sum_of(), ({ name }) => name),
  {
    id: 'count',
    header: m.statement_proof_count(),
    align: 'end',
    cell: ({ count }) => (count === undefined ? '–' : formatCount(count)),
    phone: 'below',
  },
  moneyColumn('amount', m.statement_amount(), ({ amount }) => amount, { currency, places: 12, phone: 'figure' }),
  resultColumn(),
];

const partColumns = (currency: Currency): Column<ProvedRow>[] => [
  textColumn('name', m.statement_proof_part(), ({ name }) => name),
  moneyColumn('amount', m.statement_amount(), ({ amount }) => amount, { currency, phone: 'figure' }),
  resultColumn(),
];
