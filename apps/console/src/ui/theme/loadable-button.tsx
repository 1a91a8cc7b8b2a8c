import type { ComponentPropsWithRef, MouseEvent } from 'react';

type Props = ComponentPropsWithRef<'button'> & { 'data-loading'?: boolean };

/**
 * The element of every Button. The library disables a button while it loads, and it then loses the focus. This one
 * stays focusable, is announced as disabled, and ignores presses, which also keeps Enter from sending its form.
 */
export function LoadableButton({ disabled, onClick, type = 'button', ...props }: Props) {
  const isLoading = props['data-loading'] === true;
  return (
    <button
      {...props}
      type={type}
      disabled={disabled && !isLoading}
      aria-disabled={isLoading || props['aria-disabled']}
      onClick={isLoading ? swallow : onClick}
    />
  );
}

const swallow = (event: MouseEvent) => event.preventDefault();
