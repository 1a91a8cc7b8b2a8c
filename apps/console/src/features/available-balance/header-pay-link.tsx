import { useQuery } from '@tanstack/react-query';
import { useMatches } from '@tanstack/react-router';
import { owesMoney } from './amount-to-pay.ts';
import { availableBalanceQueries } from './available-balance.queries.ts';
import { mustAct } from './must-act.ts';
import { PayLink } from './pay-link.tsx';

/** Links to the payment page from a page's header, unless the billing banner already does. */
export function HeaderPayLink({ contractId }: { contractId: string }) {
  const hasBanner = useMatches().some(({ staticData }) => staticData.section === 'billing');
  const { data: balance } = useQuery({ ...availableBalanceQueries.detail(contractId), enabled: false });
  if (hasBanner && balance && mustAct(balance) && owesMoney(balance)) return null;
  return <PayLink contractId={contractId} />;
}
