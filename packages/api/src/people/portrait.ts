import * as z from 'zod/mini';
import { defineCalls } from '../call.ts';
import { needs, says } from '../rule.ts';
import { identity } from './account.ts';

/** The width and height of a stored portrait, in pixels. */
export const portraitPixels = 256;
/** The size limit of a picture in bytes, exclusive. */
export const portraitBytes = 1_000_000;

const longestContent = 'data:image/jpeg;base64,'.length + (4 / 3) * (portraitBytes - 1);

/** A picture as a data URL; empty to remove it. */
const portraitContent = z
  .string(needs('portraitFormat'))
  .check(
    z.maxLength(longestContent, { error: says('portraitTooLarge'), abort: true }),
    z.regex(/^(data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2})?$/, says('portraitFormat')),
  );

const path = '/accounts/self-service/settings/portrait';

export const portraits = defineCalls('portrait', {
  set: {
    method: 'POST',
    path,
    summary: 'Set your portrait, stored as a small square; an empty content removes it',
    customer: 'signed-in',
    admission: 'picture',
    largestBody: 1_400_000,
    body: z.strictObject({ content: portraitContent }),
    reply: identity,
  },
  get: {
    method: 'GET',
    path,
    summary: 'Your portrait; with its version in the URL it can be cached for ever',
    customer: 'signed-in',
    admission: 'read',
    refusals: ['PORTRAIT_NOT_FOUND'],
    query: z.strictObject({ version: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/))) }),
    reply: z.unknown(),
    replyMedia: 'image/webp',
  },
});
