import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { compiledMessages } from './scripts/messages.ts';
import { themeVariables } from './scripts/theme-variables.ts';

/** Pure rules run in Node; what a person touches (`*.browser.test.tsx`) runs in the Chromium of the machine. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [compiledMessages, themeVariables, react()],
  // Found only when a part comes late, they would have everything loaded once more in the middle of a test.
  optimizeDeps: {
    include: [
      '@mantine/dates',
      '@mantine/notifications',
      '@tanstack/react-router',
      'dayjs/locale/zh-cn.js',
      'get-nonce',
      'react-easy-crop',
    ],
  },
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'console', environment: 'node', include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'console in the browser',
          include: ['src/**/*.browser.test.tsx'],
          // A slow machine draws a late part in more than the usual second.
          expect: { poll: { timeout: 10_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
                args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
