import { type KeyboardEvent, useState } from 'react';

/** The reader's position in a chart: a point, and a series or the whole (-1). */
export interface Cursor {
  point: number;
  series: number;
}

/** The marked points, both ends included. */
export interface Marked {
  from: number;
  to: number;
}

/**
 * One tab stop for a whole chart: Left and Right move between points, Up and Down between series, Enter opens, Escape
 * leaves. With Shift, Left and Right mark points, and Enter zooms in to them.
 */
export function useCursor(
  counts: { points: number; series: number },
  onOpen?: (at: Cursor) => void,
  onZoom?: (marked: Marked) => void,
) {
  const [cursor, setCursor] = useState<Cursor>();
  const [marking, setMarking] = useState<{ anchor: number; to: number }>();
  const lastPoint = counts.points - 1;
  const shown = cursor === undefined || cursor.point > lastPoint ? undefined : cursor;
  const marked = marking && markedBy(marking, lastPoint);

  function move(to: Cursor | undefined) {
    setMarking(undefined);
    setCursor(to);
  }
  function mark(anchor: number, to: number) {
    setMarking({ anchor, to });
    setCursor({ point: to, series: -1 });
  }
  function zoom(to: Marked) {
    move(undefined);
    onZoom?.(to);
  }
  function onKeyDown(event: KeyboardEvent) {
    const next = after(
      event.key,
      cursor ?? { point: event.key === 'ArrowLeft' ? counts.points : -1, series: -1 },
      counts,
    );
    if (next !== undefined) {
      event.preventDefault();
      const anchor = marking?.anchor ?? shown?.point ?? next.point;
      if (event.shiftKey && onZoom !== undefined) mark(anchor, next.point);
      else move(next);
    } else if (event.key === 'Escape' && cursor !== undefined) {
      event.stopPropagation();
      move(undefined);
    } else if (event.key === 'Enter' && marked !== undefined) zoom(marked);
    else if (event.key === 'Enter' && cursor !== undefined) onOpen?.(cursor);
  }

  return { cursor: shown, marked, setCursor: move, mark, zoom, onKeyDown };
}

/** Points that are gone are not marked. */
function markedBy({ anchor, to }: { anchor: number; to: number }, last: number): Marked | undefined {
  const marked = { from: Math.min(anchor, to), to: Math.max(anchor, to) };
  return marked.to > last ? undefined : marked;
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
