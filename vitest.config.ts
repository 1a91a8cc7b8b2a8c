import { defineConfig } from 'vitest/config';
import { engineTests, mockingTests, ruleTests } from './scripts/test-files.ts';

const onEngines = { globalSetup: 'scripts/testing/start-engines.ts', setupFiles: 'scripts/testing/leave-nothing.ts' };

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: '100%',
    projects: [
      // They keep nothing between them, so files share the modules they load: a quarter of the time was loading.
      { extends: true, test: { name: 'rules', include: ruleTests(), isolate: false } },
      { extends: true, test: { ...onEngines, name: 'server', include: engineTests(), isolate: false } },
      // A module that is stood in for must not have been loaded before, nor stay for others.
      { extends: true, test: { ...onEngines, name: 'server, with a module replaced', include: mockingTests() } },
    ],
  },
});
