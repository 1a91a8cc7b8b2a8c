import type { ReactNode } from 'react';
import { Header } from './header/header.tsx';
import classes from './public-frame.module.css';

/** The frame of pages for visitors: no sidebar, one narrow column. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <Header />
      <main id="main" className={classes.main}>
        {children}
      </main>
    </div>
  );
}
