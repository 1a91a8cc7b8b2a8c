import { createFileRoute, Outlet } from '@tanstack/react-router';
import { Header } from '../shell/header.tsx';
import classes from '../shell/shell.module.css';

/** Pages for those who are not signed in: no sidebar, one narrow column. */
export const Route = createFileRoute('/_public')({ component: Public });

function Public() {
  return (
    <div className={classes.public}>
      <Header />
      <main id="main" className={classes.publicMain}>
        <Outlet />
      </main>
    </div>
  );
}
