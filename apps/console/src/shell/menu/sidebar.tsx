import { ActionIcon } from '@mantine/core';
import { Link, useMatches, useParams } from '@tanstack/react-router';
import * as m from '../../i18n/messages.gen.ts';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '../../ui/icon/icons.tsx';
import { Tip } from '../../ui/tip/tip.tsx';
import type { MenuItem, MenuSection } from './menu.ts';
import classes from './sidebar.module.css';
import { useMenu } from './use-menu.ts';

interface SidebarProps {
  collapsed: boolean;
  /** Absent in the drawer, which never collapses. */
  onToggle?: () => void;
  onNavigate?: () => void;
}

/** The navigation of the current section, which the deepest route with a section decides. */
export function Sidebar({ collapsed, onToggle, onNavigate }: SidebarProps) {
  const params = useParams({ strict: false });
  const { section, items } = useSection();
  return (
    <nav className={classes.nav} aria-label={m.shell_navigation()} data-collapsed={collapsed || undefined}>
      {!collapsed && section !== 'home' && <p className={classes.title}>{sectionName[section]()}</p>}
      <ul>
        {items.map(({ to, label, icon: Icon, opensTab }) => (
          <li key={to}>
            <Tip label={label} side="right" disabled={!collapsed}>
              <Link
                to={to}
                params={params}
                className={classes.link}
                activeProps={{ 'aria-current': 'page' }}
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

/**
 * Returns the section of the page with its entries. If the reader's roles open none of them, the contract's own section
 * replaces it.
 */
function useSection(): { section: MenuSection; items: MenuItem[] } {
  const section =
    useMatches().findLast((match) => match.staticData.section !== undefined)?.staticData.section ?? 'home';
  const items = useMenu(section);
  const ofContract = useMenu('contract');
  return section === 'billing' && items.length === 0 ? { section: 'contract', items: ofContract } : { section, items };
}

const sectionName: Readonly<Record<MenuSection, () => string>> = {
  home: m.shell_section_home,
  billing: m.shell_section_billing,
  contract: m.shell_section_contract,
};
