import { Popover } from '@mantine/core';
import { usePressOnArrival } from '../../ui/opening/use-press-on-arrival.ts';
import { PeriodButton } from './period-button.tsx';
import type { PeriodTagProps } from './period-tag.tsx';
import { periodHelp } from './period-words.ts';

/** The state with an explanation of the next one. */
export function OpenedPeriodTag({ balance, contract }: PeriodTagProps) {
  const button = usePressOnArrival<HTMLButtonElement>();
  return (
    <Popover width={280} position="bottom-start" withArrow>
      <Popover.Target>
        <PeriodButton ref={button} period={balance.state.summary} />
      </Popover.Target>
      <Popover.Dropdown>{periodHelp(balance, contract)}</Popover.Dropdown>
    </Popover>
  );
}
