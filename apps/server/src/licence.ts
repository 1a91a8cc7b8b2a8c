// npm run licence -- verify FILE --key PEM: checks if a licence is valid. Needs no installation, network or database.

import { forOperator } from '#platform/failure/operator-error.ts';
import { runLicenceCommand } from './features/contract/licence/licence-command.ts';

try {
  // npm runs scripts in the checkout's root; INIT_CWD has the user's own folder.
  const here = { folder: process.env['INIT_CWD'] ?? process.cwd(), now: new Date() };
  const { holds, lines } = runLicenceCommand(process.argv.slice(2), here);
  for (const line of lines) process.stdout.write(`${line}\n`);
  process.exitCode = holds ? 0 : 1;
} catch (error) {
  process.stderr.write(`${forOperator(error) ?? (error instanceof Error ? error.stack : String(error))}\n`);
  process.exitCode = 1;
}
