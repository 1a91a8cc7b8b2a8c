/** The fields of a statement that its postings name. */
export interface OfStatement {
  readonly id: string;
  readonly start_at: Date;
}

/** Returns the memo of a posting about a statement. */
export function memoOf({ id, start_at }: OfStatement): { statementID: string; statementStart: string } {
  return { statementID: id, statementStart: start_at.toISOString() };
}
