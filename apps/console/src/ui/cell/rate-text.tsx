import { formatRate, formatReduction, formatTenths } from '@usance/money/display';
import { getLocale } from '../../i18n/locale.ts';
import * as m from '../../i18n/messages.gen.ts';

/** A price multiplier in unmistakable words: "pay 92%", with −8% as its title. */
export function RateText({ rate }: { rate: string }) {
  const off = formatReduction(rate)?.replace('-', '−');
  if (off === undefined) return formatRate(rate);
  return <span title={m.ui_rate_off({ off, rate })}>{payText(rate)}</span>;
}

/** Chinese states the share in tenths, 92% as 9.2 折; it has no such word above the list price. */
function payText(rate: string): string {
  const percent = formatRate(rate);
  const tenths = formatTenths(rate);
  if (tenths === undefined) return m.ui_rate_pay_more({ percent });
  return m.ui_rate_pay({ share: getLocale() === 'zh' ? tenths : percent });
}
