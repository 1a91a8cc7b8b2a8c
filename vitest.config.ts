import { defineConfig } from 'vitest/config';
import { engineTests, ruleTests } from './scripts/test-files.ts';

/**
 * Where the embedded PostgreSQL can behave unlike a server, these tests run on it too: it has one connection for
 * everybody, another version, and dies with the process. Everything else runs once.
 */
const alsoEmbedded = [
  'apps/server/src/kill.test.ts',
  'apps/server/src/platform/jobs/open-jobs.test.ts',
  'apps/server/src/platform/postgres/open-postgres.test.ts',
  'apps/server/src/features/money/ledger/hostile.test.ts',
  'apps/server/src/testing/access-matrix.test.ts',
  'apps/server/src/testing/http-negative.test.ts',
];

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
        test: { name: 'server', include: engineTests(), globalSetup: 'scripts/testing/start-engines.mjs' },
      },
      {
        extends: true,
        test: {
          name: 'embedded engines',
          include: alsoEmbedded,
          globalSetup: 'scripts/testing/start-engines.mjs',
          setupFiles: 'scripts/testing/embedded-engines.mjs',
        },
      },
    ],
  },
});
