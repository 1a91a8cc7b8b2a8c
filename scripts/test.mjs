// npm test: everything, after installing what it needs.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureConsoleBuilt } from './console-build.mjs';
import { ensureDependencies } from './installed-dependencies.mjs';
import { ensurePinnedNode } from './pinned-node.mjs';
import { repository } from './repository.mjs';
import { staticChecks } from './static-checks.mjs';
import { conclude, playwright, vitest } from './steps.mjs';
import { ensureChromium, ensurePostgres } from './system-packages.mjs';
import { engineTests } from './test-files.mjs';
import { startThrowawayPostgres } from './throwaway-postgres.mjs';

ensureDependencies();
ensurePinnedNode();
const chromium = ensureChromium();
const given = process.env.TEST_POSTGRES_URL;
const postgres = given ? { url: given, stop: async () => {} } : await startThrowawayPostgres(ensurePostgres());
const env = { CHROMIUM_PATH: chromium };
// Only the run that is meant for the server may find it.
delete process.env.TEST_POSTGRES_URL;

let code = 1;
try {
  await ensureConsoleBuilt();
  const results = [
    ...(await staticChecks()),
    await vitest('rules, and the server on the embedded engines', [], { env }),
    await vitest('the server on PostgreSQL', engineTests(), { env: { ...env, TEST_POSTGRES_URL: postgres.url } }),
  ];
  if (has('apps/console/vitest.config.ts')) {
    const cwd = join(repository, 'apps', 'console');
    results.push(await vitest('components of the console', [], { cwd, env }));
  }
  results.push(await playwright('in the browser', ['-c', 'e2e/playwright.config.ts'], { env }));
  code = conclude(results);
} finally {
  await postgres.stop();
}
process.exit(code);

function has(file) {
  return existsSync(join(repository, file));
}
