import { runOnPinnedNode, tools } from './run-command.mjs';
import { verdict } from './steps.mjs';

/** What needs no test to run: types of both programs, lint and format, direction of imports. */
export async function staticChecks() {
  await runOnPinnedNode('scripts/compile-messages.mjs');
  return [
    await verdict('types', tools.tsc, ['-p', '.']),
    await verdict('types of the console', tools.tsc, ['-p', 'apps/console', '--noEmit']),
    await verdict('lint, format and import rules', tools.biome, ['check', '.']),
  ];
}
