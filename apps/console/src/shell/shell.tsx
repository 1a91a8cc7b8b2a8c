import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import type { Identity } from '@usance/api/people/account';
import { lazy, Suspense } from 'react';
import * as m from '../i18n/messages.gen.ts';
import { notify } from '../ui/feedback/message/notify.tsx';
import { Late, useArrived } from '../ui/late/late.ts';
import { PendingPage } from './fallback/pending-page.tsx';
import { Header } from './header/header.tsx';
import { Sidebar } from './menu/sidebar.tsx';
import { PageTop } from './page-top.tsx';
import classes from './shell.module.css';

const AssumedBar = lazy(async () => ({ default: (await import('./assumed-bar.tsx')).AssumedBar }));
// Only narrow screens have a drawer.
const sideDrawer = new Late(async () => (await import('./menu/side-drawer.late.tsx')).SideDrawer);

/** The frame around every page of a signed-in account. */
export function Shell({ identity }: { identity: Identity }) {
  const [collapsed, setCollapsed] = useLocalStorage({
    key: 'usance.sidebar',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [drawerOpened, drawer] = useDisclosure(false);
  const SideDrawer = useArrived(sideDrawer);
  const openDrawer = () => {
    drawer.open();
    sideDrawer.bring().catch(() => {
      drawer.close();
      notify.error(m.ui_no_reply());
    });
  };
  return (
    <div className={classes.shell} data-collapsed={collapsed || undefined}>
      <a href="#main" className={classes.skip}>
        {m.shell_skip()}
      </a>
      <Header identity={identity} onMenu={openDrawer} menuOpened={drawerOpened} />
      <div className={classes.side} data-screen-only>
        <Sidebar collapsed={collapsed} onToggle={() => setCollapsed(!collapsed)} />
      </div>
      {SideDrawer && (
        <SideDrawer opened={drawerOpened} onClose={drawer.close}>
          <Sidebar collapsed={false} onNavigate={drawer.close} />
        </SideDrawer>
      )}
      <main id="main" tabIndex={-1} className={classes.main}>
        {identity.assumed && (
          <Suspense>
            <AssumedBar identity={identity} assumed={identity.assumed} />
          </Suspense>
        )}
        <PendingPage>
          <PageTop />
          <Outlet />
        </PendingPage>
      </main>
    </div>
  );
}
