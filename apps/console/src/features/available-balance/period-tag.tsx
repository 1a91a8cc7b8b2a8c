import { Popover, UnstyledButton } from '@mantine/core';
import type { AccountPeriod, AvailableBalance } from '@usance/api/available-balance';
import { m } from '../../paraglide/messages.js';
import { StatusTag, type Tone } from '../../ui/cell/status-tag.tsx';
import { formatCountdown, formatInstant } from '../../ui/format/dates.ts';

/** A state that is not normal, and what comes next if nothing is paid. Draws nothing while all is well. */
export function PeriodTag({ balance }: { balance: AvailableBalance }) {
  const period = balance.state.summary;
  if (period === 'normal') return null;
  return (
    <Popover width={280} position="bottom-start" withArrow>
      <Popover.Target>
        <UnstyledButton>
          <StatusTag tone={toneOf[period]}>{wordOf[period]()}</StatusTag>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>{helpOf(balance)}</Popover.Dropdown>
    </Popover>
  );
}

/** What each state asks of whoever pays. */
export const toneOf: Readonly<Record<AccountPeriod, Tone>> = {
  normal: 'good',
  overdraft: 'warn',
  extensionPeriod: 'bad',
  suspensionPeriod: 'bad',
  backupPeriod: 'bad',
  destructionPeriod: 'bad',
};

const wordOf: Readonly<Record<AccountPeriod, () => string>> = {
  normal: m.available_balance_period_normal,
  overdraft: m.available_balance_period_overdraft,
  extensionPeriod: m.available_balance_period_extension,
  suspensionPeriod: m.available_balance_period_suspension,
  backupPeriod: m.available_balance_period_backup,
  destructionPeriod: m.available_balance_period_destruction,
};

function helpOf({ state, details, asOf }: AvailableBalance): string {
  const until = (end: string | undefined) => ({
    date: end === undefined ? '' : formatInstant(end),
    left: end === undefined ? '' : formatCountdown(end, Date.parse(asOf)),
  });
  switch (state.summary) {
    case 'normal':
      return '';
    case 'overdraft':
      return m.available_balance_period_overdraft_help();
    case 'extensionPeriod':
      return m.available_balance_period_extension_help(until(details.extensionPeriodEnd));
    case 'suspensionPeriod':
      return m.available_balance_period_suspension_help(until(details.suspensionPeriodEnd));
    case 'backupPeriod':
      return m.available_balance_period_backup_help(until(details.backupPeriodEnd));
    case 'destructionPeriod':
      return m.available_balance_period_destruction_help();
  }
}
