import type { Contract } from '@usance/api/contract/contract';
import type { Voucher } from '@usance/api/money/voucher';
import * as m from '../../i18n/messages.gen.ts';
import { InstantText } from '../../ui/cell/date-text.tsx';
import { MoneyText } from '../../ui/cell/money-text.tsx';
import { ShareBar } from '../../ui/cell/share-bar.tsx';
import { shareOf } from '../../ui/chart/share.ts';
import type { Column } from '../../ui/table/column/column.ts';
import { idColumn, statusColumn } from '../../ui/table/column/columns.tsx';
import classes from './voucher-columns.module.css';
import { voucherStatus } from './voucher-status.ts';

/** The columns of the list of vouchers; times are in the contract's zone, whose hours they pay. */
export function voucherColumns({ currency, billingZone: zone }: Contract): Column<Voucher>[] {
  return [
    idColumn('id', m.voucher_id(), (row) => row.id),
    statusColumn('state', m.voucher_state(), voucherStatus, { phone: 'below' }),
    {
      id: 'denomination',
      header: m.voucher_denomination(),
      align: 'end',
      cell: (row) => (
        <>
          <span className={classes.narrow}>{m.voucher_of()} </span>
          <MoneyText amount={row.denomination} currency={currency} />
        </>
      ),
      sortable: true,
      phone: 'end',
    },
    {
      id: 'balance',
      header: m.voucher_balance(),
      align: 'end',
      cell: (row) => <Left voucher={row} />,
      sortable: true,
      phone: 'figure',
    },
    {
      id: 'start',
      header: m.voucher_start(),
      cell: ({ start }) => (start === null ? '–' : <When at={start} zone={zone} />),
      minWidth: 120,
      sortable: true,
    },
    {
      id: 'end',
      header: m.voucher_end(),
      cell: (row) => <End voucher={row} zone={zone} />,
      minWidth: 120,
      sortable: true,
      phone: 'line',
    },
    {
      id: 'gmtCreated',
      header: m.voucher_issued(),
      cell: ({ gmtCreated }) => <When at={gmtCreated} zone={zone} />,
      minWidth: 120,
      sortable: true,
    },
  ];
}

/** The rest of a voucher, as an amount and as a share. */
function Left({ voucher: { balance, denomination, currency } }: { voucher: Voucher }) {
  return (
    <span className={classes.left}>
      <MoneyText amount={balance} currency={currency} />
      <ShareBar share={shareOf(balance, denomination)} />
    </span>
  );
}

/** The end of a voucher, or the validity of an unbound one. */
function End({ voucher: { end, validDays }, zone }: { voucher: Voucher; zone: Contract['billingZone'] }) {
  if (end === null) return <span className={classes.days}>{m.voucher_days_from_binding({ days: validDays })}</span>;
  return (
    <>
      <span className={classes.narrow}>{m.voucher_until()} </span>
      <When at={end} zone={zone} />
    </>
  );
}

/** A time that may wrap to a second line, so that the last column stays on a laptop's screen. */
function When({ at, zone }: { at: string; zone: Contract['billingZone'] }) {
  return (
    <span className={classes.when}>
      <InstantText at={at} zone={zone} />
    </span>
  );
}
