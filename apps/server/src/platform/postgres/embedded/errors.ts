import { OperatorError } from '../../failure/operator-error.ts';

/** The embedded PostgreSQL cannot serve here; the message gives the reason and a remedy. */
export class EmbeddedPostgresUnusable extends OperatorError {}
