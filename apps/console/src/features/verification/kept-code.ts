import * as z from 'zod/mini';
import type { CodePurpose } from './ask-for-code.ts';

const sentCode = z.object({
  target: z.string(),
  jobId: z.string(),
  /** Until when it can prove anything. */
  goodUntil: z.number(),
  /** From when on another can be sent there. */
  againAt: z.number(),
  byocMessage: z.optional(z.string()),
});
export type SentCode = z.infer<typeof sentCode>;

const keyOf = (purpose: CodePurpose) => `usance.code.${purpose}`;

/** Milliseconds on the page's own clock, which no setting of the time moves, counted so that a reload goes on with it. */
export const pageTime = (): number => performance.timeOrigin + performance.now();

/** A code that this tab had sent, while it is good: people reload the page, or go back to it, while they fetch their mail. */
export function keptCode(purpose: CodePurpose): SentCode | undefined {
  const kept = sessionStorage.getItem(keyOf(purpose));
  if (kept === null) return undefined;
  const code = sentCode.parse(JSON.parse(kept));
  return pageTime() < code.goodUntil ? code : undefined;
}

export const keepCode = (purpose: CodePurpose, code: SentCode): void =>
  sessionStorage.setItem(keyOf(purpose), JSON.stringify(code));

export const dropCode = (purpose: CodePurpose): void => sessionStorage.removeItem(keyOf(purpose));
