import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { makeQueryClient } from './api/query-client.ts';
import { makeRouter } from './router.ts';
import { focusHeadingOnNavigation } from './shell/focus-heading.ts';
import { AskingAgain } from './ui/feedback/asking-again.tsx';
import { Messages } from './ui/feedback/messages.tsx';
import { showFailure } from './ui/feedback/show-failure.ts';
import { useLocale } from './ui/format/locale.ts';
import { themeFor } from './ui/theme/component-theme.ts';
import { resolveCssVariables } from './ui/theme/theme.ts';

const queryClient = makeQueryClient(showFailure);
const router = makeRouter(queryClient);
focusHeadingOnNavigation(router);

/** Keyed by language, so that a switch rewrites every word without a reload. */
export function ConsoleApp({ nonce }: { nonce: string }) {
  const locale = useLocale();
  return (
    <MantineProvider
      key={locale}
      theme={themeFor()}
      defaultColorScheme="dark"
      cssVariablesResolver={resolveCssVariables}
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <Messages />
        <AskingAgain />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
