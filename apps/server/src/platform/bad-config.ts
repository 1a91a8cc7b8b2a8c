import { OperatorError } from './operator-error.ts';

/** Thrown at start for a variable that cannot be used; the message names it. */
export class BadConfig extends OperatorError {}
