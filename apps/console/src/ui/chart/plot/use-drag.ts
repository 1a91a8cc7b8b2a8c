import { type PointerEvent, useRef } from 'react';
import type { Marked } from './use-cursor.ts';

interface DragInput {
  indexAt: (offset: number) => number | undefined;
  /** Undefined if the chart does not zoom. */
  onMark: ((from: number, to: number) => void) | undefined;
  onZoom: (marked: Marked) => void;
  marked: Marked | undefined;
}

/** Marks bars by dragging over them, and zooms in when the pointer is lifted. */
export function useDrag({ indexAt, onMark, onZoom, marked }: DragInput) {
  const from = useRef<number>(undefined);
  const zoomed = useRef(false);
  const isDragged = () => from.current !== undefined && marked !== undefined;

  return {
    onPointerDown: (event: PointerEvent) => {
      zoomed.current = false;
      if (onMark !== undefined && event.button === 0) from.current = indexAt(event.nativeEvent.offsetX);
    },
    /** Returns true if bars are being marked. */
    onPointerMove: (event: PointerEvent): boolean => {
      const to = indexAt(event.nativeEvent.offsetX);
      if (from.current === undefined || to === undefined) return isDragged();
      if (to === from.current && marked === undefined) return false;
      event.currentTarget.setPointerCapture(event.pointerId);
      onMark?.(from.current, to);
      return true;
    },
    onPointerUp: () => {
      if (isDragged() && marked !== undefined) {
        zoomed.current = true;
        onZoom(marked);
      }
      from.current = undefined;
    },
    onPointerCancel: () => {
      from.current = undefined;
    },
    /** True for the click that ends a drag. */
    hasZoomed: () => zoomed.current,
  };
}
