// Generates the typed message functions that the console imports. Fails if a message is missing in one language, occurs
// in two files, differs in its parameters, or is not named after its noun.
import { compileMessages } from './messages.ts';

try {
  console.log(`${compileMessages().length} messages, both languages complete`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
