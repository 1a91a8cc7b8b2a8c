import { says } from '@usance/api/rule';
import { invalidParameter } from '#platform/refusal.ts';

/** A small part of what the engine reads as one statement, and of the memory that a statement may take. */
const largestLookup = { analysis: 2 ** 22, download: 2 ** 25 } as const;

/** Refuses SQL that is too large because it spells too many tags. */
export function refuseLargeLookup(sql: string, of: keyof typeof largestLookup): void {
  if (Buffer.byteLength(sql) > largestLookup[of]) throw invalidParameter('datacloudID', says('tooManyTags'));
}
