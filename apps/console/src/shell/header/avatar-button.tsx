import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { Identity } from '@usance/api/people/account';
import type { ComponentProps } from 'react';
import { nameOf, Person } from '../../features/profile/person.tsx';
import * as m from '../../i18n/messages.gen.ts';
import classes from './avatar-menu.module.css';

interface AvatarButtonProps extends ComponentProps<'button'> {
  identity: Identity;
}

/** The account's portrait, as the button that opens its menu. */
export function AvatarButton({ identity, ...props }: AvatarButtonProps) {
  return (
    <UnstyledButton aria-haspopup="menu" aria-expanded={false} {...props} className={classes.avatar}>
      <Person identity={identity} size={30} />
      <VisuallyHidden>{m.shell_account_menu({ name: nameOf(identity) })}</VisuallyHidden>
    </UnstyledButton>
  );
}
