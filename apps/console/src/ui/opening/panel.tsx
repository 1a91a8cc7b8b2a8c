import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import surface from './below.module.css';
import classes from './panel.module.css';
import { placeBelow } from './place-below.ts';

interface PanelProps {
  label: string;
  /** The control that opened it, which it is placed below and returns the focus to. */
  control: RefObject<HTMLElement | null>;
  /** True to align its end with the end of the control, instead of the starts. */
  atEnd?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A panel opened by a control. It keeps the focus; Escape or a press elsewhere closes it. */
export function Panel({ label, control, atEnd = false, onClose, children }: PanelProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [panel, opener] = [box.current, control.current];
    if (panel === null || opener === null) return;
    placeBelow(panel, opener, atEnd);
    (panel.querySelector<HTMLElement>('[data-autofocus]') ?? stopsIn(panel)[0])?.focus({ preventScroll: true });
    return () => {
      if (panel.contains(document.activeElement)) opener.focus({ preventScroll: true });
    };
  }, [control, atEnd]);
  useLayoutEffect(() => {
    const leave = new AbortController();
    const pressed = ({ target }: Event) => {
      const isOurs = [box.current, control.current].some((part) => target instanceof Node && part?.contains(target));
      if (!isOurs) onClose();
    };
    addEventListener('pointerdown', pressed, { capture: true, signal: leave.signal });
    return () => leave.abort();
  }, [control, onClose]);
  return (
    <div
      ref={box}
      role="dialog"
      aria-label={label}
      popover="manual"
      className={`${surface.below} ${classes.panel}`}
      onKeyDown={(event) => {
        if (event.key === 'Tab') goRound(event);
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      {children}
    </div>
  );
}

function stopsIn(panel: HTMLElement): HTMLElement[] {
  return [...panel.querySelectorAll<HTMLElement>('button:enabled, input:enabled')].filter(
    ({ tabIndex }) => tabIndex === 0,
  );
}

/** Tab cycles within the panel. */
function goRound(event: KeyboardEvent<HTMLElement>): void {
  const stops = stopsIn(event.currentTarget);
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}
