// npm test: runs all tests and checks, after installing their requirements.
import { join } from 'node:path';
import { ensureConsoleBuilt } from './console-build.mjs';
import { ensureDependencies } from './installed-dependencies.mjs';
import { ensurePinnedNode } from './pinned-node.mjs';
import { repository } from './repository.mjs';
import { staticChecks } from './static-checks.mjs';
import { conclude, playwright, vitest } from './steps.mjs';
import { ensureChromium, nginxForTests } from './system-packages.mjs';

ensureDependencies();
ensurePinnedNode();
const nginx = nginxForTests();
const env = { CHROMIUM_PATH: ensureChromium(), ...(nginx && { NGINX_PATH: nginx }) };
await ensureConsoleBuilt();
const results = [
  ...(await staticChecks()),
  await vitest('rules, and the server with its engines', [], { env }),
  await vitest('components of the console', [], { cwd: join(repository, 'apps', 'console'), env }),
  await playwright('browser tests', ['-c', 'e2e/playwright.config.ts'], { env }),
];
process.exit(conclude(results));
