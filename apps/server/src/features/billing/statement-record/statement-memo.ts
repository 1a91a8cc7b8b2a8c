/** A statement, as far as its postings tell of it. */
export interface OfStatement {
  readonly id: string;
  readonly start_at: Date;
}

/** What a posting says of the statement that it is about. */
export function memoOf({ id, start_at }: OfStatement): { statementID: string; statementStart: string } {
  return { statementID: id, statementStart: start_at.toISOString() };
}
