import { formatRate, formatReduction } from '@usance/money/display';
import { m } from '../../paraglide/messages.js';

/** A price multiplier in words that cannot be taken for its opposite: "pay 92%", and −8% for who points at it. */
export function RateText({ rate }: { rate: string }) {
  const off = formatReduction(rate)?.replace('-', '−');
  if (off === undefined) return formatRate(rate);
  return <span title={m.ui_rate_off({ off, rate })}>{m.ui_rate_pay({ percent: formatRate(rate) })}</span>;
}
