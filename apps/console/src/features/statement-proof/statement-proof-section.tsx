import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Statement } from '@usance/api/billing/statement';
import { useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { Failure } from '../../ui/feedback/failure.tsx';
import { Late } from '../../ui/late/late.ts';
import { useLate } from '../../ui/opening/use-late.ts';
import { Section } from '../../ui/page/section.tsx';
import { ArchiveButton } from './archive-button.tsx';
import classes from './statement-proof.module.css';
import { statementProofQueries } from './statement-proof.queries.ts';

const proofResult = new Late(async () => (await import('./proof-result.late.tsx')).ProofResult);

/** Compares the statement anew when the reader asks for it, and shows each sum on the way. */
export function StatementProofSection({ statement }: { statement: Pick<Statement, 'id' | 'contractId'> }) {
  const [isAsked, setAsked] = useState(false);
  const { part: ProofResult, press } = useLate(proofResult);
  const query = useQuery({ ...statementProofQueries.detail(statement.contractId, statement.id), enabled: isAsked });
  const check = () => {
    press();
    if (isAsked) void query.refetch();
    else setAsked(true);
  };
  return (
    <Section
      title={m.statement_proof_title()}
      actions={
        <>
          <ArchiveButton statement={statement} />
          <Button size="xs" variant="default" loading={query.isFetching} onClick={check}>
            {m.statement_proof_check()}
          </Button>
        </>
      }
    >
      <p className={classes.why}>{m.statement_proof_why()}</p>
      {query.error && !query.isFetching && <Failure error={query.error} title={m.statement_proof_failed()} />}
      {query.data && ProofResult && <ProofResult proof={query.data} isOld={query.isFetching} />}
    </Section>
  );
}
