import { forgetRequestCounts } from '../http/listener/limit/shared-counts.ts';
import { forgetMessages } from '../message/forget-messages.ts';
import type { Room } from './room.ts';

/** The platform's own tables and rounds. */
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
