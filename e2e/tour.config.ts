import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

/** The tour of `npm run tour`: it shares the server with the tests, but takes pictures and states nothing else. */
export default defineConfig({
  ...tests,
  outputDir: '../node_modules/.cache/tour',
  timeout: 180_000,
  projects: [{ name: 'tour', testDir: './tour', fullyParallel: true }],
});
