import { Link } from '@tanstack/react-router';
import type { Contract } from '@usance/api/contract/contract';
import { dayOf } from '@usance/period/day';
import { instant } from '@usance/period/instant';
import type { PurchasePeriod } from '@usance/period/purchase-period';
import * as m from '../../../i18n/messages.gen.ts';
import { formatDay } from '../../../ui/format/dates.ts';
import { Section } from '../../../ui/page/section.tsx';
import type { PurchaseSearch } from '../search/purchase-search.ts';
import classes from './nothing-compared.module.css';

interface NothingComparedProps {
  contract: Contract;
  search: PurchaseSearch;
  period: PurchasePeriod;
}

/** Keeps the place of the changes, with the reason why there are none, so that nobody searches for them. */
export function NothingCompared({ contract, search, period }: NothingComparedProps) {
  return (
    <Section title={m.purchase_changes_title()}>
      <p className={classes.reason}>
        {period.previous === undefined ? (
          m.purchase_changes_no_former({ day: formatDay(dayOf(instant(contract.commencingOn), contract.billingZone)) })
        ) : (
          <>
            {m.purchase_changes_today()}{' '}
            <Link
              to="/billing-center/$contractId/cost-analysis"
              params={{ contractId: contract.id }}
              search={{ ...search, time: undefined, day: undefined, range: 'last-month' }}
              resetScroll={false}
            >
              {m.purchase_changes_last_month()}
            </Link>
          </>
        )}
      </p>
    </Section>
  );
}
