import { Button, type ButtonProps } from '@mantine/core';
import { Tip } from './tip.tsx';

interface GuardedButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  /** The reason why the button cannot be used now; undefined if it can. */
  whyNot: string | undefined;
  onClick?: () => void;
  'aria-label'?: string;
  children: string;
}

/** A button that stays in place when it cannot be used, and then shows the reason on hover, on focus and on a press. */
export function GuardedButton({ whyNot, onClick, ...button }: GuardedButtonProps) {
  const isOff = whyNot !== undefined;
  return (
    <Tip label={whyNot ?? ''} disabled={!isOff} atPress>
      <Button
        {...button}
        {...(isOff && { 'data-disabled': true, 'aria-disabled': true })}
        onClick={(event) => {
          if (isOff) event.preventDefault();
          else onClick?.();
        }}
      />
    </Tip>
  );
}
