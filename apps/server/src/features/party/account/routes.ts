import { login, logout, whoami } from '@usance/api/account';
import { accountIdOf } from '../../../platform/auth/subject.ts';
import type { Router } from '../../../platform/http/mount.ts';
import { invalidSession } from '../../../platform/refusal.ts';
import { getAccount, identityOf } from './account.queries.ts';
import { forgetCookie } from './session.ts';
import { signIn } from './sign-in.ts';

export function accountRoutes(router: Router): void {
  router.longWrite(login, (ctx, { body, reply }) => signIn(ctx, body, reply));

  router.read(whoami, async (ctx) => {
    return identityOf(await getAccount(ctx.db, accountIdOf(ctx.subject)));
  });

  router.write(logout, async (ctx, { reply }) => {
    if (ctx.subject.kind !== 'account') throw invalidSession();
    await ctx.tx.deleteFrom('session').where('id', '=', ctx.subject.sessionId).execute();
    forgetCookie(reply);
  });
}
