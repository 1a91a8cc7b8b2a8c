import { Drawer } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import type { Identity } from '@usance/api/account';
import { m } from '../paraglide/messages.js';
import { Crumbs } from './crumbs.tsx';
import { Header } from './header.tsx';
import { OnItsWay } from './on-its-way.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

/** The frame around every page of a signed-in person. */
export function Shell({ identity }: { identity: Identity }) {
  const [collapsed, setCollapsed] = useLocalStorage({
    key: 'usance.sidebar',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [drawerOpened, drawer] = useDisclosure(false);
  return (
    <div className={classes.shell} data-collapsed={collapsed || undefined}>
      <a href="#main" className={classes.skip}>
        {m.shell_skip()}
      </a>
      <Header identity={identity} onMenu={drawer.open} menuOpened={drawerOpened} />
      <div className={classes.side} data-screen-only>
        <Sidebar collapsed={collapsed} onToggle={() => setCollapsed(!collapsed)} />
      </div>
      <Drawer
        opened={drawerOpened}
        onClose={drawer.close}
        size={272}
        title="Usance"
        closeButtonProps={{ 'aria-label': m.ui_close() }}
      >
        <Sidebar collapsed={false} onNavigate={drawer.close} />
      </Drawer>
      <main id="main" tabIndex={-1} className={classes.main}>
        <OnItsWay>
          <Crumbs />
          <Outlet />
        </OnItsWay>
      </main>
    </div>
  );
}
