import * as z from 'zod/mini';
import { says } from './rule.ts';

/** What is asked for beside the password: six digits of the app, or one of the recovery codes, as people type them. */
export const secondFactorCode = z
  .string(says('codeRequired'))
  .check(z.minLength(1, says('codeRequired')), z.regex(/^(\d{6}|[a-z2-7]{4}(-?[a-z2-7]{4}){3})$/i, says('codeWrong')));
