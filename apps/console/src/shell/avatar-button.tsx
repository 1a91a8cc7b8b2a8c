import { Avatar, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { Identity } from '@usance/api/account';
import type { ComponentProps } from 'react';
import { m } from '../paraglide/messages.js';
import classes from './avatar-menu.module.css';

interface AvatarButtonProps extends ComponentProps<'button'> {
  name: string;
}

/** The person, as the button that opens their menu. */
export function AvatarButton({ name, ...props }: AvatarButtonProps) {
  return (
    <UnstyledButton aria-haspopup="menu" aria-expanded={false} {...props} className={classes.avatar}>
      <Avatar size={30} radius="xl" color="initials" name={name} className={classes.initials} />
      <VisuallyHidden>{m.shell_account_menu({ name })}</VisuallyHidden>
    </UnstyledButton>
  );
}

export function nameOf({ identifier, traits }: Identity): string {
  const joined = [traits.firstName, traits.lastName].filter(Boolean).join(' ');
  return traits.fullName || joined || traits.name || identifier;
}
