const gap = 6;

/** Shows a popover below its control, or above it if it fits only there. */
export function placeBelow(opened: HTMLElement, control: HTMLElement, atEnd = false): void {
  opened.showPopover();
  const { left, right, top, bottom } = control.getBoundingClientRect();
  const { width, height } = opened.getBoundingClientRect();
  const isBelow = bottom + gap + height <= innerHeight || top < gap + height;
  const x = Math.max(gap, Math.min(atEnd ? right - width : left, document.documentElement.clientWidth - width - gap));
  opened.style.left = `${x + scrollX}px`;
  opened.style.top = `${(isBelow ? bottom + gap : top - height - gap) + scrollY}px`;
}
