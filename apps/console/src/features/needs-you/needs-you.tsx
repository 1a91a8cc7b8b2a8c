import { useQueries } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import * as m from '../../i18n/messages.gen.ts';
import { availableBalanceQueries } from '../available-balance/available-balance.queries.ts';
import { runwayQueries } from '../available-balance/runway.queries.ts';
import { contractMatters } from './contract-matters.tsx';
import classes from './needs-you.module.css';
import { needsYouQueries } from './needs-you.queries.ts';

/**
 * The matters of some contracts that wait for the reader, urgent ones first; nothing if there are none. Of several, each
 * is named.
 */
export function NeedsYou({ contracts }: { contracts: readonly Contract[] }) {
  const ids = contracts.map(({ id }) => id);
  const balances = useQueries({ queries: ids.map(availableBalanceQueries.detail) });
  const statements = useQueries({ queries: ids.map(needsYouQueries.statements) });
  const offers = useQueries({ queries: ids.map(needsYouQueries.offers) });
  const budgets = useQueries({ queries: contracts.map(needsYouQueries.budgets) });
  const runways = useQueries({ queries: ids.map(runwayQueries.of) });
  const matters = contracts.flatMap((contract, at) =>
    contractMatters(contract, {
      balance: balances[at]?.data,
      statements: statements[at]?.data?.items ?? [],
      offers: offers[at]?.data?.items ?? [],
      budgets: budgets[at]?.data?.items ?? [],
      runway: runways[at]?.data,
    }).map((matter) => ({ ...matter, contract })),
  );
  if (matters.length === 0) return null;
  const inOrder = matters.toSorted((one, other) => Number(other.isUrgent) - Number(one.isUrgent));
  return (
    <section className={classes.strip} aria-label={m.needs_you_title()} data-screen-only>
      <h2 className={classes.title}>{m.needs_you_title()}</h2>
      <ul className={classes.matters}>
        {inOrder.map(({ contract, isUrgent, link }) => (
          <li key={`${contract.id} ${link.key}`} data-urgent={isUrgent || undefined}>
            {contracts.length > 1 && <span className={classes.of}>{contract.tags}</span>}
            {link}
          </li>
        ))}
      </ul>
    </section>
  );
}
