import type { NoteReason } from '@usance/api/focus';

/** Why a row cannot be rated: it is excluded as what it is, or it is broken. */
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
