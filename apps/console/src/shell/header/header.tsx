import { Burger } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Identity } from '@usance/api/people/account';
import { isSandbox } from '../../api/product-time.ts';
import { NotificationBell } from '../../features/notification/notification-bell.tsx';
import * as m from '../../i18n/messages.gen.ts';
import { IconBook2 } from '../../ui/icon/icons.tsx';
import { PaletteButton } from '../palette/palette-button.tsx';
import { AvatarMenu } from './avatar-menu.tsx';
import classes from './header.module.css';
import { LanguageSwitch } from './language-switch.tsx';
import { Mark } from './mark.tsx';
import { SandboxBadge } from './sandbox-badge.tsx';

const documentationPath = '/api/docs';

interface HeaderProps {
  identity?: Identity;
  /** Opens the drawer on a narrow screen. */
  onMenu?: () => void;
  menuOpened?: boolean;
}

export function Header({ identity, onMenu, menuOpened = false }: HeaderProps) {
  return (
    <header className={classes.header} data-sandbox={isSandbox() || undefined} data-screen-only>
      {onMenu && (
        <Burger
          className={classes.burger}
          size="sm"
          opened={menuOpened}
          onClick={onMenu}
          aria-label={m.shell_open_menu()}
        />
      )}
      <Link to="/" className={classes.logo} aria-label={m.shell_home()}>
        <Mark />
        <span>usance</span>
      </Link>
      <div className={classes.end}>
        {isSandbox() && <SandboxBadge />}
        {identity && <PaletteButton />}
        <a href={documentationPath} target="_blank" rel="noopener" className={classes.link}>
          <IconBook2 size={17} stroke={1.6} aria-hidden="true" />
          <span>{m.shell_documentation()}</span>
        </a>
        {identity ? (
          <>
            <NotificationBell />
            <AvatarMenu identity={identity} />
          </>
        ) : (
          <LanguageSwitch />
        )}
      </div>
    </header>
  );
}
