import { Button, type ButtonProps } from '@mantine/core';
import { Tip } from './tip.tsx';

interface OffButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  why: string;
  'aria-label'?: string;
  children: string;
}

/** A disabled button that stays in place and shows the reason on hover and on focus. */
export function OffButton({ why, ...button }: OffButtonProps) {
  return (
    <Tip label={why}>
      <Button {...button} data-disabled aria-disabled onClick={(event) => event.preventDefault()} />
    </Tip>
  );
}
