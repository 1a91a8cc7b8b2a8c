import type { ParsedBody } from '@usance/api/call';
import { type Settings, settings } from '@usance/api/people/settings';
import type { ReadContext } from '#platform/context/context.ts';
import { signedInAccount } from '#platform/context/subject.ts';
import { auditAccount } from '#platform/http/calls/audit/audit.ts';
import { changeTraits } from '../account/change-traits.ts';
import { useJob } from '../verification/prove-code.ts';
import { codeWrong, refuseUnproved } from '../verification/refuse-unproved.ts';
import { profileOf } from './get-settings.ts';

/** Sets the caller's telephone, which a code has proved. */
export async function setPhone(
  ctx: ReadContext,
  { body }: { body: ParsedBody<typeof settings.setPhone> },
): Promise<Settings> {
  const accountId = signedInAccount(ctx.subject);
  await refuseUnproved(ctx, body, { target: body.number, purpose: 'phone' }, 'token');
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await useJob(tx, body.authJobID, ctx.now))) throw codeWrong('token');
    await changeTraits(tx, accountId, { phone: body.number });
    await auditAccount(tx, settings.setPhone, ctx, accountId);
    return profileOf(tx, accountId);
  });
}
