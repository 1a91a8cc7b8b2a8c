import { tools } from './run-command.mjs';
import { verdict } from './steps.mjs';

/** What needs no test to run. All at once, but for what reads the message functions that the first step makes. */
export async function staticChecks() {
  const early = [
    verdict('types', tools.tsc, ['-p', '.']),
    verdict('lint and format', tools.biome, ['check', '.']),
    verdict('arrows between folders and files', 'scripts/check-arrows.mjs'),
    verdict('names that mean one thing', 'scripts/check-names.mjs'),
    verdict('words that are shown nowhere', 'scripts/check-words.mjs'),
    verdict('documents true to the code', 'scripts/check-docs.mjs'),
    verdict('fonts as they are made', 'apps/console/scripts/check-fonts.mjs'),
  ];
  const messages = await verdict('messages compiled, in both languages', 'apps/console/scripts/compile-messages.mjs');
  const late = [
    verdict('types of the console', tools.tsc, ['-p', 'apps/console', '--noEmit']),
    verdict('what nobody uses', tools.knip),
    verdict('what only tests use', tools.knip, ['--production', '--include', 'files,exports']),
  ];
  return [messages, ...(await Promise.all([...early, ...late]))];
}
