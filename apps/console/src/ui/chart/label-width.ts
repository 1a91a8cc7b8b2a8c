const pen = document.createElement('canvas').getContext('2d');

/** How wide a label of an axis is drawn. A Chinese one is half as wide again as an English one of as many letters. */
export function labelWidth(label: string): number {
  if (pen === null) return 0;
  // The size stands in axes.module.css, too.
  pen.font = `11.5px ${getComputedStyle(document.body).fontFamily}`;
  return pen.measureText(label).width;
}
