import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import surface from './below.module.css';
import classes from './panel.module.css';
import { placeBelow } from './place-below.ts';

interface PanelProps {
  label: string;
  /** What opened it: it stands below, and has the focus again when it has gone. */
  control: RefObject<HTMLElement | null>;
  /** Ends where the control ends, and not where it begins. */
  atEnd?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** What a control opens, as long as it is mounted: keeps the focus; Escape and a press elsewhere close it. */
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

/** After the last stop comes the first, and before the first the last. */
function goRound(event: KeyboardEvent<HTMLElement>): void {
  const stops = stopsIn(event.currentTarget);
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}
