import * as z from 'zod/mini';
import { defineCalls } from '../call.ts';
import { email } from '../email.ts';
import { noContent } from '../wire.ts';
import { changedTraits, type Identity, identity } from './account.ts';
import { newPassword } from './password.ts';
import { codeProof, jobId, provedPhone } from './verification.ts';

const setPasswordBody = z.strictObject({ email, password: newPassword, token: codeProof, authJobID: jobId });

export type Settings = Identity;

export const settings = defineCalls('settings', {
  get: {
    method: 'GET',
    path: '/accounts/self-service/settings',
    summary: 'Your profile and your console theme',
    customer: 'signed-in',
    admission: 'read',
    reply: identity,
  },
  update: {
    method: 'POST',
    path: '/accounts/self-service/settings',
    summary: 'Change your profile; absent fields keep their values',
    customer: 'signed-in',
    admission: 'write',
    body: changedTraits,
    reply: identity,
  },
  setPassword: {
    method: 'POST',
    path: '/accounts/self-service/settings/password',
    summary: 'Set a new password with a code sent to the e-mail; all other sessions end',
    customer: 'anyone',
    admission: 'password',
    body: setPasswordBody,
    reply: noContent,
  },
  setPhone: {
    method: 'POST',
    path: '/accounts/self-service/settings/phone',
    summary: 'Set your telephone with a code sent to it',
    customer: 'signed-in',
    admission: 'write',
    body: provedPhone,
    reply: identity,
  },
});
