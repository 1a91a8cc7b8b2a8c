import { type KeyboardEvent, useState } from 'react';

/** The reader's position in a chart: a point, and a series or the whole (-1). */
export interface Cursor {
  point: number;
  series: number;
}

/**
 * One tab stop for a whole chart: Left and Right move between points, Up and Down between series, Enter opens, Escape
 * leaves.
 */
export function useCursor(counts: { points: number; series: number }, onOpen?: (at: Cursor) => void) {
  const [cursor, setCursor] = useState<Cursor>();
  const lastPoint = counts.points - 1;

  function onKeyDown(event: KeyboardEvent) {
    const next = after(
      event.key,
      cursor ?? { point: event.key === 'ArrowLeft' ? counts.points : -1, series: -1 },
      counts,
    );
    if (next !== undefined) {
      event.preventDefault();
      setCursor(next);
    } else if (event.key === 'Escape' && cursor !== undefined) {
      event.stopPropagation();
      setCursor(undefined);
    } else if (event.key === 'Enter' && cursor !== undefined) onOpen?.(cursor);
  }

  const shown = cursor === undefined || cursor.point > lastPoint ? undefined : cursor;
  return { cursor: shown, setCursor, onKeyDown };
}

function after(key: string, { point, series }: Cursor, counts: { points: number; series: number }): Cursor | undefined {
  const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);
  switch (key) {
    case 'ArrowLeft':
      return { point: clamp(point - 1, 0, counts.points - 1), series };
    case 'ArrowRight':
      return { point: clamp(point + 1, 0, counts.points - 1), series };
    case 'ArrowUp':
      return { point: clamp(point, 0, counts.points - 1), series: clamp(series + 1, -1, counts.series - 1) };
    case 'ArrowDown':
      return { point: clamp(point, 0, counts.points - 1), series: clamp(series - 1, -1, counts.series - 1) };
    case 'Home':
      return { point: 0, series };
    case 'End':
      return { point: counts.points - 1, series };
    default:
      return undefined;
  }
}
