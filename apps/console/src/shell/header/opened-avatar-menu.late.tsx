import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Identity } from '@usance/api/people/account';
import { nameOf } from '../../features/profile/person.tsx';
import { useThemeChoice } from '../../features/profile/use-theme-choice.ts';
import * as m from '../../i18n/messages.gen.ts';
import { changeLocale, useLocale } from '../../ui/format/locale.ts';
import { IconLanguage, IconMoon, IconSun } from '../../ui/icon/icons.tsx';
import { usePressOnArrival } from '../../ui/opening/use-press-on-arrival.ts';
import { useMenu } from '../menu/use-menu.ts';
import { AvatarButton } from './avatar-button.tsx';
import classes from './avatar-menu.module.css';

/** The settings and pages of the account, independent of any contract. */
export function OpenedAvatarMenu({ identity }: { identity: Identity }) {
  const { theme, choose } = useThemeChoice();
  const locale = useLocale();
  const items = useMenu('avatar');
  const button = usePressOnArrival<HTMLButtonElement>();
  const name = nameOf(identity);
  const isDark = theme === 'dark';
  return (
    <Menu position="bottom-end" width={230} withinPortal={false}>
      <Menu.Target>
        <AvatarButton ref={button} identity={identity} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes.who}>
          <b>{name}</b>
          {name !== identity.identifier && <span>{identity.identifier}</span>}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item
          leftSection={isDark ? <IconSun size={17} stroke={1.6} /> : <IconMoon size={17} stroke={1.6} />}
          onClick={() => choose(isDark ? 'light' : 'dark')}
        >
          {isDark ? m.shell_theme_light() : m.shell_theme_dark()}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLanguage size={17} stroke={1.6} />}
          onClick={() => changeLocale(locale === 'en' ? 'zh' : 'en')}
        >
          {m.shell_language()}
        </Menu.Item>
        <Menu.Divider />
        {items.map(({ to, label, icon: Icon }) => (
          <Menu.Item key={to} component={Link} to={to} leftSection={Icon && <Icon size={17} stroke={1.6} />}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
