import { tools } from './run-command.mjs';
import { verdict } from './steps.mjs';

/**
 * Runs all checks without tests. They run at once, except those that read the message functions, which one of them
 * compiles first.
 */
export async function staticChecks() {
  const early = [
    verdict('types', tools.tsc, ['-p', '.']),
    verdict('lint and format', tools.biome, ['check', '.']),
    verdict('arrows between folders and files', 'scripts/check-arrows.mjs'),
    verdict('names with one meaning', 'scripts/check-names.mjs'),
    verdict('comments in plain sentences', 'scripts/check-comments.mjs'),
    verdict('unused messages', 'scripts/check-words.mjs'),
    verdict('documents match the code', 'scripts/check-docs.mjs'),
    verdict('fonts match their sources', 'apps/console/scripts/check-fonts.mjs'),
  ];
  const messages = await verdict('messages compiled, in both languages', 'apps/console/scripts/compile-messages.mjs');
  const late = [
    verdict('types of the console', tools.tsc, ['-p', 'apps/console', '--noEmit']),
    verdict('unused code', tools.knip),
    verdict('code that only tests use', tools.knip, ['--production', '--include', 'files,exports']),
  ];
  return [messages, ...(await Promise.all([...early, ...late]))];
}
