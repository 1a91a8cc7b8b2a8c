import { useQuery } from '@tanstack/react-query';
import * as m from '../../i18n/messages.gen.ts';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { accountInitVoucherQueries } from './account-init-voucher.queries.ts';
import classes from './included-vouchers.module.css';

/** The vouchers that come with the first contract, with their amounts and validity. Renders nothing without any. */
export function IncludedVouchers() {
  const { data } = useQuery(accountInitVoucherQueries.own());
  if (!data || data.items.length === 0) return null;
  return (
    <ul className={classes.vouchers} aria-label={m.account_init_voucher_included()}>
      {data.items.map(({ id, denomination, currency, validDays }) => (
        <li key={id}>
          <span className={classes.name}>{m.account_init_voucher_included()}</span>
          <b>
            <MoneyText amount={denomination} currency={currency} />
          </b>
          <span>{m.account_init_voucher_valid_days({ days: validDays })}</span>
        </li>
      ))}
    </ul>
  );
}
