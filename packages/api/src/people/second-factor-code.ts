import * as z from 'zod/mini';
import { says } from '../rule.ts';

/** The second factor beside the password: six digits from the app, or a recovery code. */
export const secondFactorCode = z
  .string(says('codeRequired'))
  .check(z.minLength(1, says('codeRequired')), z.regex(/^(\d{6}|[a-z2-7]{4}(-?[a-z2-7]{4}){3})$/i, says('codeWrong')));
