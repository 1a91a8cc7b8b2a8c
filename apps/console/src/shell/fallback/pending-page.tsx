import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { useDelayed } from '../../ui/feedback/use-delayed.ts';
import classes from './pending-page.module.css';

/**
 * The page during a navigation: dimmed once the wait is noticeable. It is hidden at once if the next page is of another
 * contract, so that data of one never shows under the other.
 */
export function PendingPage({ children }: { children: ReactNode }) {
  const isPending = useRouterState({ select: ({ status }) => status === 'pending' });
  const isOfAnother = useRouterState({
    select: ({ status, location, matches }) => {
      const wanted = contractIn(location.pathname);
      const shown = contractIn(matches.at(-1)?.pathname ?? '');
      return status === 'pending' && wanted !== undefined && shown !== undefined && wanted !== shown;
    },
  });
  const isLate = useDelayed(isPending);
  return (
    <>
      {isLate && <div role="progressbar" aria-label={m.shell_on_its_way()} className={classes.bar} />}
      <div className={classes.page} data-stale={isLate || undefined} aria-busy={isPending} hidden={isOfAnother}>
        {children}
      </div>
    </>
  );
}

const contractIn = (path: string) => /^\/(?:billing-center|contracts)\/([^/]+)/.exec(path)?.[1];
