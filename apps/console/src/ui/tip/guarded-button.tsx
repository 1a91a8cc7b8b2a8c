import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { OffButton } from './off-button.tsx';

interface GuardedButtonProps extends Omit<ComponentProps<typeof OffButton>, 'why'> {
  /** The reason why the button cannot be used now; undefined if it can. */
  whyNot: string | undefined;
  onClick: () => void;
}

/** A button that stays in place when it cannot be used, and then says why. */
export function GuardedButton({ whyNot, onClick, ...button }: GuardedButtonProps) {
  return whyNot === undefined ? <Button {...button} onClick={onClick} /> : <OffButton {...button} why={whyNot} />;
}
