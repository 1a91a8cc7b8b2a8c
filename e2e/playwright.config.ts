import { defineConfig } from '@playwright/test';

/**
 * One server with one demonstration for all tests. Those that only read run side by side; when they are done, those
 * that change something or move the clock run one after the other.
 */
export default defineConfig({
  testMatch: '**/*.e2e.ts',
  outputDir: '../node_modules/.cache/e2e',
  workers: '100%',
  forbidOnly: true,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  projects: [
    { name: 'reading', testDir: './reading', fullyParallel: true },
    { name: 'changing', testDir: './changing', dependencies: ['reading'], workers: 1 },
  ],
  use: {
    baseURL: `http://localhost:${process.env['CONSOLE_PORT']}`,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    trace: 'off',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-quic',
        '--no-first-run',
        // Over this name the console comes as from another machine, without https.
        '--host-resolver-rules=MAP plain.test 127.0.0.1',
      ],
    },
  },
  webServer: {
    command: `"${process.execPath}" server/demo-server.ts`,
    // The named parts become environment variables of every test.
    wait: { stdout: /console (?<console_port>\d+), internal (?<internal_port>\d+), control (?<control_port>\d+)/ },
    timeout: 120_000,
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});
