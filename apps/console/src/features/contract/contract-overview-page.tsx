import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Section } from '../../ui/page/section.tsx';
import { contractQueries } from './contract.queries.ts';
import { ContractFacts } from './contract-facts.tsx';

interface ContractOverviewPageProps {
  contractId: string;
  /** The section with the legal entity. */
  legalEntity: ReactNode;
}

/** The details of a contract and its legal entity. */
export function ContractOverviewPage({ contractId, legalEntity }: ContractOverviewPageProps) {
  const { data: contract } = useSuspenseQuery(contractQueries.detail(contractId));
  return (
    <>
      <PageHeader title={contract.tags} />
      <Section title={m.contract_information()}>
        <ContractFacts contract={contract} />
      </Section>
      {legalEntity}
    </>
  );
}
