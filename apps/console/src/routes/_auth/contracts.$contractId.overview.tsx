import { IconInfoCircle } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { contractQueries } from '../../features/contract/contract.queries.ts';
import { ContractFacts } from '../../features/contract/contract-facts.tsx';
import { m } from '../../paraglide/messages.js';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Section } from '../../ui/page/section.tsx';

export const Route = createFileRoute('/_auth/contracts/$contractId/overview')({
  staticData: { menu: 'contract', icon: IconInfoCircle, order: 10, label: m.contract_overview },
  component: Overview,
});

function Overview() {
  const { contractId } = Route.useParams();
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
