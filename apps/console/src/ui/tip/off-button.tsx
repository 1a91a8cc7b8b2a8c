import { Button, type ButtonProps } from '@mantine/core';
import { Tip } from './tip.tsx';

interface OffButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  why: string;
  'aria-label'?: string;
  children: string;
}

/** A button that stays where it is, off, and says why to whoever points at it or comes by keyboard. */
export function OffButton({ why, ...button }: OffButtonProps) {
  return (
    <Tip label={why}>
      <Button {...button} data-disabled aria-disabled onClick={(event) => event.preventDefault()} />
    </Tip>
  );
}
