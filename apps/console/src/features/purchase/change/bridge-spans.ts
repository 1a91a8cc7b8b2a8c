import { add, type Exact, formatDecimal, zero } from '@usance/money/decimal';
import { plotValue } from '../../../ui/chart/plot/plot-value.ts';
import type { BridgeStep } from './change-bridge.tsx';

/** The place of a bar in its track. */
interface BridgeSpan {
  insetInlineStart: string;
  inlineSize: string;
}

/** Returns the place of each bar: levels stand on 0, and a change goes on where the one before has ended. */
export function spansOf(steps: readonly Pick<BridgeStep, 'kind' | 'amount'>[]): BridgeSpan[] {
  let at: Exact = zero;
  const ends = steps.map(({ kind, amount }) => {
    const from = kind === 'level' ? zero : at;
    at = kind === 'level' ? amount : add(at, amount);
    return [plotValue(formatDecimal(from)), plotValue(formatDecimal(at))] as const;
  });
  const [low, high] = [Math.min(0, ...ends.flat()), Math.max(0, ...ends.flat())];
  const percent = (value: number) => `${high === low ? 0 : (100 * value) / (high - low)}%`;
  return ends.map(([from, to]) => ({
    insetInlineStart: percent(Math.min(from, to) - low),
    inlineSize: percent(Math.abs(to - from)),
  }));
}
