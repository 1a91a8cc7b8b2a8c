import { useMatches, useNavigate, useParams, useRouter } from '@tanstack/react-router';
import type { Contract } from '@usance/api/contract/contract';
import { ContractSwitch } from '../features/contract/contract-switch.tsx';
import { Crumbs } from './crumbs.tsx';
import { menuOf } from './menu/menu.ts';
import { pageIn } from './menu/page-in.ts';
import classes from './page-top.module.css';

/** The crumbs of the page and, on pages of a contract, the switch to the same page of another one. */
export function PageTop() {
  const { contractId } = useParams({ strict: false });
  const { routesById } = useRouter();
  const route = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '' });
  const navigate = useNavigate();
  const change = (contract: Contract) => {
    const routes = Object.values(routesById);
    const pages = [...menuOf('billing', routes), ...menuOf('contract', routes)];
    void navigate({ to: pageIn(contract, route, pages), params: { contractId: contract.id } });
  };
  if (contractId === undefined) return <Crumbs />;
  return (
    <div className={classes.top}>
      <Crumbs />
      <div className={classes.switch} data-screen-only>
        <ContractSwitch contractId={contractId} onSwitch={change} />
      </div>
    </div>
  );
}
