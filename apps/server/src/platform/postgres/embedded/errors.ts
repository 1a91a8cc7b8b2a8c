import { OperatorError } from '../../operator-error.ts';

/** The embedded PostgreSQL cannot serve here; the message says why and what the operator can do. */
export class EmbeddedPostgresUnusable extends OperatorError {}
