// npm run vitals: measures the console's screens in the browser of the tests, whose own windows take no core from them.
import { ensureConsoleBuilt } from './console-build.mjs';
import { ensureDependencies } from './installed-dependencies.mjs';
import { ensurePinnedNode } from './pinned-node.mjs';
import { runOnPinnedNode } from './run-command.mjs';
import { ensureChromium } from './system-packages.mjs';

ensureDependencies();
ensurePinnedNode();
const env = { CHROMIUM_PATH: ensureChromium() };
await ensureConsoleBuilt();
process.exit(await runOnPinnedNode('bench/vitals/vitals.ts', process.argv.slice(2), { env }));
