import { cloneElement, type HTMLAttributes, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { placeTip, type TipSide } from './place-tip.ts';
import classes from './tip.module.css';

interface TipProps {
  /** A function, if the text is expensive: it is called when the tip shows. */
  label: string | (() => string);
  side?: TipSide;
  /** True to show it without a pointer. */
  opened?: boolean;
  /** True to show it at once when the element is pressed: a finger neither hovers nor focuses. */
  atPress?: boolean;
  disabled?: boolean;
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/** A short text about the hovered or focused element, after a moment; Escape hides it. */
export function Tip({ label, side = 'top', opened = false, atPress = false, disabled = false, children }: TipProps) {
  const id = useId();
  const box = useRef<HTMLSpanElement>(null);
  const [target, setTarget] = useState<HTMLElement>();
  const [wanted, setWanted] = useState<'soon' | 'now'>();
  const isShown = !disabled && target !== undefined && (wanted === 'now' || opened);

  useEffect(() => {
    if (wanted !== 'soon') return;
    const timer = setTimeout(() => setWanted('now'), 300);
    return () => clearTimeout(timer);
  }, [wanted]);

  useEffect(() => {
    if (!isShown || box.current === null) return;
    placeTip(box.current, target, side);
    const leave = new AbortController();
    const hide = () => setWanted(undefined);
    addEventListener('scroll', hide, { capture: true, signal: leave.signal });
    addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), { capture: true, signal: leave.signal });
    const isElsewhere = (at: EventTarget | null) => !(at instanceof Node && target.contains(at));
    addEventListener('pointerdown', (press) => isElsewhere(press.target) && hide(), { signal: leave.signal });
    return () => leave.abort();
  }, [isShown, target, side]);

  return (
    <>
      {cloneElement(children, {
        onPointerEnter: ({ currentTarget, pointerType }) => {
          setTarget(currentTarget);
          if (pointerType !== 'touch') setWanted('soon');
        },
        onPointerLeave: () => setWanted(undefined),
        onFocus: ({ currentTarget }) => {
          setTarget(currentTarget);
          if (currentTarget.matches(':focus-visible')) setWanted('soon');
        },
        onBlur: () => setWanted(undefined),
        ...(atPress && {
          onClick: (press) => {
            setTarget(press.currentTarget);
            if (!disabled) setWanted('now');
            children.props.onClick?.(press);
          },
        }),
        ...(isShown && { 'aria-describedby': id }),
      })}
      {isShown && (
        <span ref={box} id={id} role="tooltip" popover="manual" className={classes.tip}>
          {typeof label === 'string' ? label : label()}
        </span>
      )}
    </>
  );
}
