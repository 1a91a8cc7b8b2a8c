import type { WaitingKind } from '@usance/api/installation/waiting';

/** The operator's action for each kind. */
export const whatToDo: Readonly<Record<WaitingKind, string>> = {
  clock: 'Correct the clock, or confirm that it is right: POST /internal/api/v1/calendar/accept-time {"now": …}.',
  usageToStore: 'Check that the usage database answers and has space; batches are then stored automatically.',
  usageSetAside: 'Read the failure of each batch in usage_batch, fix its cause, and run «npm run repair».',
  usageLost: 'Have the meters send the usage again: «npm run verify» names the batches.',
  usageToRate: 'Read «days could not be rated» in the log; the next round tries again.',
  monthsToSign: 'Look at each month (GET /internal/api/v1/statements/waiting) and sign it by hand.',
  statementsToConfirm:
    'Read why (reviewReason) the statements in manualProcessing are there; then confirm them, with a credit or without.',
  marketplaceHours:
    'Ask the marketplace if it accepted them, and record the answer: PUT …/marketplace/hourly-statements/{hourlyStatementID}/decision.',
  messages: 'Find out why the carrier refuses them: message_outbox has the failure of each.',
  secrets:
    'Restore DATA_DIR/sealing-key, or set SEALING_KEY or FORMER_SEALING_KEY, and restart: no key of this server opens them.',
  disk: 'Make space on the disk of DATA_DIR or of its databases: without it, data is refused.',
};
