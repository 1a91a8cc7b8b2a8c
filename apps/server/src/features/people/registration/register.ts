import type { Identity } from '@usance/api/account';
import type { ParsedBody } from '@usance/api/call';
import { registrations } from '@usance/api/registration';
import type { ReadContext } from '#platform/context/context.ts';
import { traitsOf } from '../account/change-traits.ts';
import { comeIn } from '../account/come-in.ts';
import { createAccount } from '../account/create-account.ts';
import { newPasswordHash } from '../account/password.ts';
import { useJob } from '../verification/prove-code.ts';
import { codeWrong, refuseUnproved } from '../verification/refuse-unproved.ts';

type Given = ParsedBody<typeof registrations.register>;

/**
 * Opens an account for an e-mail whose code is named, and signs in to it. That there is one already is told to nobody but
 * who has proved the e-mail. Of two at once with one proof one opens it.
 */
export async function register(ctx: ReadContext, { body }: { body: Given }): Promise<Identity> {
  const { db, now } = ctx;
  const { email, phone } = body;
  await refuseUnproved(ctx, email, { target: email.address.toLowerCase(), purpose: 'register' }, 'email.token');
  if (phone) await refuseUnproved(ctx, phone, { target: phone.number, purpose: 'phone' }, 'phone.token');
  const passwordHash = await newPasswordHash(body.password, 'password');
  return db.transaction().execute(async (tx) => {
    if (!(await useJob(tx, email.authJobID, now))) throw codeWrong('email.token');
    if (phone && !(await useJob(tx, phone.authJobID, now))) throw codeWrong('phone.token');
    // As the e-mail is proved, whoever asks is its owner, and may be told that there is one.
    const id = await createAccount(
      tx,
      { identifier: email.address, passwordHash, traits: traitsOf({ ...body.traits, phone: phone?.number }) },
      now,
    );
    return comeIn(tx, id, ctx, { by: registrations.register });
  });
}
