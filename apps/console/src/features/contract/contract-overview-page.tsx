import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { m } from '../../paraglide/messages.js';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Section } from '../../ui/page/section.tsx';
import { contractQueries } from './contract.queries.ts';
import { ContractFacts } from './contract-facts.tsx';

/** What a contract says about itself, and the way to its bills. */
export function ContractOverviewPage({ contractId }: { contractId: string }) {
  const { data: contract } = useSuspenseQuery(contractQueries.detail(contractId));
  return (
    <>
      <PageHeader
        title={contract.tags}
        actions={
          contract.permissions?.canReadBilling && (
            <Link to="/billing-center/$contractId" params={{ contractId }} target="_blank" rel="noopener">
              {m.contract_open_billing()}
            </Link>
          )
        }
      />
      <Section title={m.contract_information()}>
        <ContractFacts contract={contract} />
      </Section>
    </>
  );
}
