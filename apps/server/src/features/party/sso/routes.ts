import { sso } from '@usance/api/sso';
import { FileReply } from '../../../platform/http/calls/file-reply.ts';
import { type Room, SpanningVerb } from '../../../platform/http/calls/verb.ts';
import { beginSso } from './begin-sso.ts';
import { finishSso } from './finish-sso.ts';
import { metadataOf, type ServiceProvider } from './saml/service-provider.ts';
import { takeAnswer } from './take-answer.ts';

/** `own` is what this installation is to identity providers. */
export const ssoRoom =
  (own: ServiceProvider): Room =>
  (mount) =>
    mount(sso, {
      begin: (ctx, input) => beginSso(ctx, input, own),
      callback: finishSso,
      // Nobody who is signed in asks, and the signatures are looked at before any transaction.
      answer: new SpanningVerb((ctx, input) => takeAnswer(ctx, input, own)),
      metadata: async () => new FileReply('usance-metadata.xml', Buffer.from(metadataOf(own))),
    });
