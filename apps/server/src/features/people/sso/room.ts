import { identityProviders } from '@usance/api/people/identity-provider';
import { sso } from '@usance/api/people/sso';
import type { Room } from '#platform/house/room.ts';
import { FileReply } from '#platform/http/calls/reply/file-reply.ts';
import { mount, SpanningVerb } from '#platform/http/calls/verb.ts';
import { beginSso } from './begin-sso.ts';
import { finishSso } from './finish-sso.ts';
import { forgetSso } from './forget-sso.ts';
import { metadataOf } from './saml/service-provider.ts';
import { takeAnswer } from './take-answer.ts';
import { unlinkAccount } from './unlink-account.ts';

export const ssoRoom: Room = {
  calls: [
    ...mount(sso, {
      begin: beginSso,
      callback: finishSso,
      // The caller has no session, and signatures are verified before any transaction begins.
      answer: new SpanningVerb(takeAnswer),
      metadata: async ({ serviceProvider }) =>
        new FileReply('usance-metadata.xml', Buffer.from(metadataOf(serviceProvider))),
    }),
    ...mount({ unlink: identityProviders.unlink }, { unlink: unlinkAccount }),
  ],
  rounds: [{ name: 'sso.forget', cron: '47 * * * *', run: (deps, { now, outside }) => forgetSso(deps, now, outside) }],
  tables: {
    sso_request: {},
    sso_assertion: {},
  },
};
