import type { Db } from '../postgres/database.ts';

/** Leaves in the outbox what is there: it is sent to nobody, as what a demonstration makes up. */
export async function keepMessagesBack(db: Db): Promise<void> {
  await db.updateTable('message_outbox').set({ next_try_at: null }).execute();
}
