import type { DisplayCurrency } from '@usance/money/currency';
import { formatMoney } from '@usance/money/display';
import * as m from '../../../i18n/messages.gen.ts';
import { byAmount } from '../../../ui/table/column/column.ts';
import { Sparkline } from './sparkline.tsx';

interface AmountCourseProps {
  steps: readonly string[];
  currency: DisplayCurrency;
}

/** The amounts of all steps as small bars, with the first, last and highest in words. */
export function AmountCourse({ steps, currency }: AmountCourseProps) {
  const [first = '0'] = steps;
  const highest = steps.toSorted(byAmount((amount) => amount)).at(-1) ?? '0';
  const shown = (amount: string) => formatMoney(amount, currency);
  const label = m.purchase_course_of({
    first: shown(first),
    last: shown(steps.at(-1) ?? '0'),
    highest: shown(highest),
  });
  return <Sparkline values={steps} label={label} />;
}
