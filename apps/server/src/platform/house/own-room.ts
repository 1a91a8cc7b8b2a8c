import { forgetRequestCounts } from '../http/listener/forget-request-counts.ts';
import { forgetMessages } from '../message/forget-messages.ts';
import type { Room } from './room.ts';

/** What the house itself has of what rooms have. */
export const ownRoom: Room = {
  rounds: [
    { name: 'rates.forget', cron: '53 * * * *', run: (deps, { outside }) => forgetRequestCounts(deps, outside) },
    { name: 'message.forget', cron: '43 * * * *', run: (deps, { now }) => forgetMessages(deps, now) },
  ],
  tables: {
    idempotency_key: {},
    request_count: {},
    message_outbox: {},
  },
  sequences: { message_outbox_id_seq: [['message_outbox', 'id']] },
};
