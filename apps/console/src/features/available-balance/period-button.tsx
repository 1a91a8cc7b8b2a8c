import { UnstyledButton } from '@mantine/core';
import type { AccountPeriod } from '@usance/api/billing/available-balance';
import type { ComponentProps } from 'react';
import { StatusTag } from '../../ui/cell/status-tag.tsx';
import { periodWord, toneOf } from './period-words.ts';

interface PeriodButtonProps extends Pick<ComponentProps<'button'>, 'ref' | 'onClick'> {
  period: AccountPeriod;
}

/** A state tag that explains itself when pressed. */
export function PeriodButton({ period, ...props }: PeriodButtonProps) {
  return (
    <UnstyledButton aria-haspopup="dialog" aria-expanded={false} {...props}>
      <StatusTag tone={toneOf[period]}>{periodWord[period]()}</StatusTag>
    </UnstyledButton>
  );
}
