import type { Identity } from '@usance/api/people/account';
import { Late } from '../../ui/late/late.ts';
import { useLate } from '../../ui/opening/use-late.ts';
import { AvatarButton } from './avatar-button.tsx';

const openedMenu = new Late(async () => (await import('./opened-avatar-menu.late.tsx')).OpenedAvatarMenu);

/** The menu of the account; its code loads when it is opened. */
export function AvatarMenu({ identity }: { identity: Identity }) {
  const { part: OpenedMenu, press } = useLate(openedMenu);
  return OpenedMenu ? <OpenedMenu identity={identity} /> : <AvatarButton identity={identity} onClick={press} />;
}
