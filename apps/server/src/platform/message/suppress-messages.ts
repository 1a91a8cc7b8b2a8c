import type { Db } from '../postgres/database.ts';

/** Keeps the messages in the outbox unsent: a demonstration must not write to real addresses. */
export async function suppressMessages(db: Db): Promise<void> {
  await db.updateTable('message_outbox').set({ next_try_at: null }).execute();
}
