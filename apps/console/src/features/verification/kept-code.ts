import * as z from 'zod/mini';
import type { CodePurpose } from './ask-for-code.ts';

const sentCode = z.object({
  target: z.string(),
  jobId: z.string(),
  /** The end of its validity. */
  goodUntil: z.number(),
  /** The time from which another one can be sent. */
  againAt: z.number(),
  byocMessage: z.optional(z.string()),
});
export type SentCode = z.infer<typeof sentCode>;

const keyOf = (purpose: CodePurpose) => `usance.code.${purpose}`;

/** Returns milliseconds on a clock that changes of the system time do not move, and that continues after a reload. */
export const pageTime = (): number => performance.timeOrigin + performance.now();

/** Returns a valid code that this tab had sent: people reload the page while they read their mail. */
export function keptCode(purpose: CodePurpose): SentCode | undefined {
  const kept = sessionStorage.getItem(keyOf(purpose));
  if (kept === null) return undefined;
  const code = sentCode.parse(JSON.parse(kept));
  return pageTime() < code.goodUntil ? code : undefined;
}

export const keepCode = (purpose: CodePurpose, code: SentCode): void =>
  sessionStorage.setItem(keyOf(purpose), JSON.stringify(code));

export const dropCode = (purpose: CodePurpose): void => sessionStorage.removeItem(keyOf(purpose));
