export type TipSide = 'top' | 'right';

const gap = 5;

/** Shows the tip beside its target, on the other side if space is short. */
export function placeTip(tip: HTMLElement, target: HTMLElement, side: TipSide): void {
  tip.showPopover();
  const { left, right, top, bottom, width, height } = target.getBoundingClientRect();
  const own = tip.getBoundingClientRect();
  const [x, y] =
    side === 'top'
      ? [left + (width - own.width) / 2, top - own.height - gap < 0 ? bottom + gap : top - own.height - gap]
      : [right + gap + own.width > innerWidth ? left - own.width - gap : right + gap, top + (height - own.height) / 2];
  tip.style.left = `${Math.max(gap, Math.min(x, innerWidth - own.width - gap))}px`;
  tip.style.top = `${Math.max(gap, y)}px`;
}
