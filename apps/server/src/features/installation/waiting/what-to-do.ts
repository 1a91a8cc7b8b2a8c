import type { WaitingKind } from '@usance/api/waiting';

/** An operator does this about each kind. */
export const whatToDo: Readonly<Record<WaitingKind, string>> = {
  clock: 'Put the clock right, or say that it is right: POST /internal/api/v1/calendar/accept-time {"now": …}.',
  usageToStore: 'See whether the usage database answers and has room; batches are stored by themselves once it does.',
  usageSetAside: 'Read the failure of each in usage_batch, mend its cause, and run «npm run repair».',
  usageLost: 'Have its meters send it again: «npm run verify» names the batches.',
  usageToRate: 'Read «days could not be rated» in the log; the next round tries again.',
  monthsToSign: 'Look at each month (GET /internal/api/v1/statements/waiting) and sign it by hand.',
  statementsToConfirm: 'Look at the statements in manualProcessing and confirm them.',
  marketplaceHours:
    'Ask the marketplace whether it took them, and say so: PUT …/marketplace/hourly-statements/{hourlyStatementID}/decision.',
  messages: 'See why the carrier refuses them: message_outbox says it of each.',
  secrets:
    'Put back DATA_DIR/sealing-key, or set SEALING_KEY or FORMER_SEALING_KEY, and start again: no key of this server reads them.',
  disk: 'Make room where DATA_DIR is, or where its databases are: nothing is taken in that cannot be kept.',
};
