import type { PurchaseGroup } from '@usance/api/billing/purchase';
import type { Contract } from '@usance/api/contract/contract';
import { isZero } from '@usance/money/decimal';
import * as m from '../../../i18n/messages.gen.ts';
import { MoneyText } from '../../../ui/cell/money-text.tsx';
import { IconChevronDown } from '../../../ui/icon/icons.tsx';
import type { Column } from '../../../ui/table/column/column.ts';
import { moneyColumn } from '../../../ui/table/column/columns.tsx';
import { partingOf } from '../search/purchase-grouping.ts';
import { groupKeyOf } from '../search/purchase-groups.ts';
import type { Grouping } from '../search/purchase-search.ts';
import { AmountCourse } from './amount-course.tsx';
import classes from './group-columns.module.css';
import { percentText, signedPercent } from './percent-text.ts';

interface GroupColumnsGiven {
  contract: Contract;
  grouping: Grouping;
  isCompared: boolean;
  /** True if the amounts have more than the compared days, such as today. */
  hasMore: boolean;
  /** The key of the group whose rows are open. */
  open: string | undefined;
  onOpen: (key: string | undefined) => void;
}

/** The columns of the table of groups; without a comparison, the amount and its share. */
export function groupTableColumns(given: GroupColumnsGiven) {
  const { contract, grouping, open, onOpen } = given;
  const { currency } = contract;
  const columns: Column<PurchaseGroup>[] = [
    {
      id: 'name',
      header: partingOf(grouping).word(),
      cell: (group) => {
        const key = groupKeyOf(grouping, group);
        const isOpen = key === open;
        return (
          <GroupName
            name={partingOf(grouping).nameOf(group)}
            note={partingOf(grouping).noteOf?.(group)}
            isOpen={isOpen}
            onPress={() => onOpen(isOpen ? undefined : key)}
          />
        );
      },
      sortable: true,
      share: 30,
    },
    moneyColumn('amount', m.purchase_amount_in({ currency }), ({ amount }) => amount, {
      currency,
      sortable: true,
      phone: 'figure',
    }),
    ...(given.isCompared ? comparedColumns(currency, given.hasMore) : []),
    {
      id: 'share',
      header: m.purchase_share(),
      align: 'end',
      cell: ({ share }) => percentText(share),
      phone: 'end',
    },
    {
      id: 'course',
      header: m.purchase_course(),
      cell: ({ steps }) => <AmountCourse steps={steps} currency={currency} />,
      minWidth: 110,
    },
  ];
  return columns;
}

/** The change is what a row has on the compared days less the amount before, so both are shown. */
function comparedColumns(currency: Contract['currency'], hasMore: boolean): Column<PurchaseGroup>[] {
  const amountOf = ({ compared }: PurchaseGroup) => compared?.amount ?? '0';
  return [
    ...(hasMore ? [moneyColumn('compared', m.purchase_compared_in({ currency }), amountOf, { currency })] : []),
    moneyColumn('former', m.purchase_former_in({ currency }), ({ compared }) => compared?.formerAmount ?? '0', {
      currency,
      sortable: true,
    }),
    {
      id: 'change',
      header: m.purchase_change(),
      align: 'end',
      cell: ({ compared }) => <AmountChange compared={compared} currency={currency} />,
      sortable: true,
      phone: 'below',
    },
  ];
}

interface GroupNameProps {
  name: string;
  note: string | undefined;
  isOpen: boolean;
  onPress: () => void;
}

function GroupName({ name, note, isOpen, onPress }: GroupNameProps) {
  return (
    <button type="button" className={classes.name} aria-expanded={isOpen} title={name} onClick={onPress}>
      <IconChevronDown size={14} aria-hidden="true" />
      <span>{name}</span>
      {note !== undefined && note !== name && <small>{note}</small>}
    </button>
  );
}

interface AmountChangeProps {
  compared: PurchaseGroup['compared'];
  currency: Contract['currency'];
}

/** The difference with its percentage; a group that is new has none. */
export function AmountChange({ compared, currency }: AmountChangeProps) {
  if (compared === undefined) return null;
  const { amount, change, changePercent } = compared;
  return (
    <span className={classes.change}>
      <MoneyText amount={change} currency={currency} signed />
      <span className={classes.percent} data-not-taken>
        {changePercent !== null ? signedPercent(changePercent) : !isZero(amount) && m.purchase_new()}
      </span>
    </span>
  );
}
