import type { ParsedBody } from '@usance/api/call';
import type { Identity } from '@usance/api/people/account';
import { registrations } from '@usance/api/people/registration';
import type { ReadContext } from '#platform/context/context.ts';
import { traitsOf } from '../account/change-traits.ts';
import { createAccount } from '../account/create-account.ts';
import { openOrRenewSession } from '../account/open-or-renew-session.ts';
import { newPasswordHash } from '../account/password.ts';
import { useJob } from '../verification/prove-code.ts';
import { codeWrong, refuseUnproved } from '../verification/refuse-unproved.ts';

type Given = ParsedBody<typeof registrations.register>;

/**
 * Creates an account for the e-mail that the code proves, and signs in. Only a caller who has proved the e-mail
 * learns that it already has an account. Of two concurrent calls with one code, one succeeds.
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
    // The caller has proved the e-mail, so they may learn that it already has an account.
    const id = await createAccount(
      tx,
      { identifier: email.address, passwordHash, traits: traitsOf({ ...body.traits, phone: phone?.number }) },
      now,
    );
    return openOrRenewSession(tx, id, ctx, { by: registrations.register });
  });
}
