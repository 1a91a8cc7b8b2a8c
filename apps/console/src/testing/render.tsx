import '../ui/theme/mantine.css';
import 'virtual:theme-variables.css';
import '../ui/theme/tokens.css';
import '../ui/theme/base.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach } from 'vitest';
import { setLocale } from '../i18n/locale.ts';
import { themeFor } from '../ui/theme/component-theme.ts';

const cleanups: Array<() => void> = [];

/** Renders a component on an empty page under the console's theme; removed after each test. */
export function render(node: ReactNode): void {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  root.render(
    <MantineProvider theme={themeFor()} withCssVariables={false} withGlobalClasses={false} defaultColorScheme="dark">
      {node}
    </MantineProvider>,
  );
  cleanups.push(() => {
    root.unmount();
    host.remove();
  });
}

afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
  localStorage.clear();
  setLocale('en');
  sessionStorage.clear();
});
