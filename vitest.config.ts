import { defineConfig } from 'vitest/config';
import { engineTests, ruleTests } from './scripts/test-files.ts';

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: '100%',
    projects: [
      // They keep nothing between them, so files share the modules they load.
      { extends: true, test: { name: 'rules', include: ruleTests(), isolate: false } },
      {
        extends: true,
        test: { name: 'server', include: engineTests(), globalSetup: 'scripts/testing/start-engines.ts' },
      },
    ],
  },
});
