import { OperatorError } from './operator-error.ts';

/** A variable of the environment that cannot be used; the message names it. */
export class BadConfig extends OperatorError {}
