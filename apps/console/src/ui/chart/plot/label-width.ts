const pen = document.createElement('canvas').getContext('2d');

/**
 * Returns the drawn width of an axis label. A Chinese label is half as wide again as an English one with as many
 * letters.
 */
export function labelWidth(label: string): number {
  if (pen === null) return 0;
  // The same size as in axes.module.css.
  pen.font = `11.5px ${getComputedStyle(document.body).fontFamily}`;
  return pen.measureText(label).width;
}
