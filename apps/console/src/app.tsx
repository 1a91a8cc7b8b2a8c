import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import './breath.ts';
import { makeQueryClient } from './api/query-client.ts';
import { makeRouter } from './router.ts';
import { FirstFrame } from './shell/first-frame.tsx';
import { Messages } from './ui/feedback/message/messages.tsx';
import { showFailure } from './ui/feedback/message/show-failure.ts';
import { RetryLine } from './ui/feedback/retry-line.tsx';
import { useLocale } from './ui/format/locale.ts';
import { noteFirstDrawn } from './ui/late/painted.ts';
import { themeFor } from './ui/theme/component-theme.ts';

export interface Console {
  readonly queryClient: QueryClient;
  readonly router: ReturnType<typeof makeRouter>;
}

export function makeConsole(): Console {
  const queryClient = makeQueryClient(showFailure);
  const router = makeRouter(queryClient);
  focusHeadingOnNavigation(router);
  const stop = router.subscribe('onRendered', () => {
    stop();
    noteFirstDrawn();
  });
  return { queryClient, router };
}

interface ConsoleAppProps extends Console {
  nonce: string;
  isLoaded: boolean;
}

/**
 * Keyed by language, so that a switch rewrites every word without a reload. Before the first page is loaded, its frame.
 */
export function ConsoleApp({ queryClient, router, nonce, isLoaded }: ConsoleAppProps) {
  const locale = useLocale();
  const lastLocale = useRef(locale);
  useEffect(() => {
    // The element with the focus is gone: a change of language draws the page anew.
    if (lastLocale.current !== locale) focusHeading();
    lastLocale.current = locale;
  }, [locale]);
  return (
    <MantineProvider
      key={locale}
      theme={themeFor()}
      defaultColorScheme="dark"
      // The sheet has them from the build.
      withCssVariables={false}
      withGlobalClasses={false}
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <Messages />
        <RetryLine />
        {isLoaded ? <RouterProvider router={router} /> : <FirstFrame />}
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Moves the focus to the page's h1 after a navigation to another path, so that screen readers announce the page. */
function focusHeadingOnNavigation(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    if (fromLocation === undefined || fromLocation.pathname === toLocation.pathname) return;
    focusHeading();
  });
}

/** Focuses the heading of the page, so that screen readers announce it. */
function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1, h1')?.focus({ preventScroll: true });
}
