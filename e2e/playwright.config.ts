import { defineConfig } from '@playwright/test';

/**
 * All tests share one server with one demonstration. Tests that only read run in parallel. Afterwards, tests that write
 * or move the clock run one after the other.
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
        // This name makes the console appear to come from another machine, without https.
        '--host-resolver-rules=MAP plain.test 127.0.0.1',
      ],
    },
  },
  webServer: {
    command: `"${process.execPath}" server/demo-server.ts`,
    // The named groups become environment variables of every test.
    wait: { stdout: /console (?<console_port>\d+), internal (?<internal_port>\d+), control (?<control_port>\d+)/ },
    timeout: 120_000,
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});
