import type { NoteReason } from '@usance/api/installation/focus';

/** A row that cannot be rated: excluded for its content, or broken. */
export class Unfit extends Error {
  readonly kind: 'excluded' | 'broken';
  readonly reason: NoteReason;

  constructor(kind: 'excluded' | 'broken', reason: NoteReason, message: string) {
    super(message);
    this.name = 'Unfit';
    this.kind = kind;
    this.reason = reason;
  }
}
