import { Popover, UnstyledButton } from '@mantine/core';
import type { AvailableBalance } from '@usance/api/available-balance';
import type { BillingZone } from '@usance/period/zone';
import { StatusTag } from '../../ui/cell/status-tag.tsx';
import { periodHelp, periodWord, toneOf } from './period-words.ts';

/** A state that is not normal, and what comes next if nothing is paid. Draws nothing while all is well. */
export function PeriodTag({ balance, zone }: { balance: AvailableBalance; zone: BillingZone }) {
  const period = balance.state.summary;
  if (period === 'normal') return null;
  return (
    <Popover width={280} position="bottom-start" withArrow>
      <Popover.Target>
        <UnstyledButton>
          <StatusTag tone={toneOf[period]}>{periodWord[period]()}</StatusTag>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>{periodHelp(balance, zone)}</Popover.Dropdown>
    </Popover>
  );
}
