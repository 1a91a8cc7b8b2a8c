import { exactText, lines } from '@usance/api/wire';
import * as z from 'zod/mini';

// The rules for texts in an archive: each column obeys the call that would have written it.

export const line = (max: number) => z.nullable(exactText(max, 0));
export const reason = z.nullable(lines(500, 0));
export const comment = z.nullable(lines(2_000, 0));
/** The console links to it, so only http and https are allowed. */
export const webAddress = exactText(1_000).check(z.refine((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? '')));

// The reasons why rows of a contract do not travel in its archive.

export const madeAnew = 'is made anew where the contract comes to, of what travels';
export const ofPeople = 'is of people here: accounts are each installation’s own';
export const usageStays =
  'usage and rated rows of months that are not signed stay; signed statements travel with their lines';
