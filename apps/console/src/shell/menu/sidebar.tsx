import { ActionIcon } from '@mantine/core';
import { Link, useMatches, useParams } from '@tanstack/react-router';
import * as m from '../../i18n/messages.gen.ts';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '../../ui/icon/icons.tsx';
import { Tip } from '../../ui/tip/tip.tsx';
import type { MenuItem } from './menu.ts';
import classes from './sidebar.module.css';
import { useMenu } from './use-menu.ts';

interface SidebarProps {
  collapsed: boolean;
  /** Absent in the drawer, which never collapses. */
  onToggle?: () => void;
  onNavigate?: (() => void) | undefined;
}

/** The navigation of the current section, which the deepest route with a section decides. */
export function Sidebar({ collapsed, onToggle, onNavigate }: SidebarProps) {
  return (
    <nav className={classes.nav} aria-label={m.shell_navigation()} data-collapsed={collapsed || undefined}>
      {useParts().map(({ title, items }) => (
        <Part key={title} title={title} items={items} collapsed={collapsed} onNavigate={onNavigate} />
      ))}
      {onToggle && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          className={classes.toggle}
          onClick={onToggle}
          aria-label={collapsed ? m.shell_expand() : m.shell_collapse()}
        >
          {collapsed ? (
            <IconLayoutSidebarLeftExpand size={18} stroke={1.6} />
          ) : (
            <IconLayoutSidebarLeftCollapse size={18} stroke={1.6} />
          )}
        </ActionIcon>
      )}
    </nav>
  );
}

interface PartProps extends Pick<SidebarProps, 'collapsed' | 'onNavigate'> {
  /** Empty for the only list of a sidebar. */
  title: string;
  items: readonly MenuItem[];
}

function Part({ title, items, collapsed, onNavigate }: PartProps) {
  const params = useParams({ strict: false });
  const under = useMatches({ select: (matches) => matches.at(-1)?.staticData.under });
  const isTitled = title !== '' && !collapsed;
  return (
    <div className={classes.part}>
      {isTitled && <p className={classes.title}>{title}</p>}
      <ul {...(title !== '' && { 'aria-label': title })}>
        {items.map(({ to, label, icon: Icon, opensTab }) => (
          <li key={to}>
            <Tip label={label} side="right" disabled={!collapsed}>
              <Link
                to={to}
                params={params}
                className={classes.link}
                activeProps={{ 'aria-current': 'page' }}
                {...(to === under && { 'aria-current': 'page' })}
                {...(opensTab && { target: '_blank', rel: 'noopener' })}
                {...(onNavigate && { onClick: onNavigate })}
                {...(collapsed && { 'aria-label': label })}
              >
                {Icon && <Icon size={18} stroke={1.6} />}
                {!collapsed && label}
              </Link>
            </Tip>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Returns the lists of the sidebar. A contract's bills and its own pages are one menu, on pages of both. */
function useParts(): Pick<PartProps, 'title' | 'items'>[] {
  const section =
    useMatches().findLast((match) => match.staticData.section !== undefined)?.staticData.section ?? 'home';
  const home = useMenu('home');
  const bills = useMenu('billing');
  const ofContract = useMenu('contract');
  if (section === 'home') return [{ title: '', items: home }];
  return [
    { title: m.shell_section_billing(), items: bills },
    { title: m.shell_section_contract(), items: ofContract },
  ].filter(({ items }) => items.length > 0);
}
