import { Avatar } from '@mantine/core';
import type { Identity } from '@usance/api/people/account';
import { portraits } from '@usance/api/people/portrait';
import { urlOf } from '@usance/api/request';
import { fullNameOf } from './full-name.ts';
import classes from './person.module.css';

/** Returns a person's full name, or else their e-mail. */
export function nameOf({ identifier, traits }: Identity): string {
  return fullNameOf(traits) || identifier;
}

/** A person's portrait, or their initials. Hidden from screen readers. */
export function Person({ identity, size }: { identity: Identity; size: number }) {
  const { portrait: version } = identity;
  return (
    <Avatar
      size={size}
      radius="100%"
      color="initials"
      name={nameOf(identity)}
      src={version === undefined ? null : urlOf(portraits.get, { query: { version } })}
      alt=""
      classNames={{ root: classes.person ?? '', image: classes.picture ?? '', placeholder: classes.initials ?? '' }}
      aria-hidden="true"
    />
  );
}
