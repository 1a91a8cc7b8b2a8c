import type { AvailableBalance } from '@usance/api/billing/available-balance';
import { Late } from '../../ui/late/late.ts';
import { useLate } from '../../ui/opening/use-late.ts';
import { PeriodButton } from './period-button.tsx';
import type { PeriodContract } from './period-words.ts';

export interface PeriodTagProps {
  balance: AvailableBalance;
  contract: PeriodContract;
}

const openedTag = new Late(async () => (await import('./opened-period-tag.late.tsx')).OpenedPeriodTag);

/** A state other than normal, and the next one without a payment. Renders nothing in the normal state. */
export function PeriodTag(props: PeriodTagProps) {
  const { part: OpenedTag, press } = useLate(openedTag);
  const period = props.balance.state.summary;
  if (period === 'normal') return null;
  return OpenedTag ? <OpenedTag {...props} /> : <PeriodButton period={period} onClick={press} />;
}
