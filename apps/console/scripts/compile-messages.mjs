// Makes the typed message functions that the console's sources import. Fails when a message is missing in one language,
// stands in two files, takes other parameters than in English, or is not named by its noun.
import { compileMessages } from './messages.ts';

try {
  console.log(`${compileMessages().length} messages, both languages complete`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
