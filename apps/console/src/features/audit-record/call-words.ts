import * as m from '../../i18n/messages.gen.ts';
import type { AuditedNoun, AuditWord } from '../../ui/audit/audited-noun.ts';
import { auditedNouns } from './audited-nouns.ts';

// Maps, because a call of a newer server may have any name, even that of an object's property.
const nouns = new Map<string, AuditedNoun>(auditedNouns.map((audited) => [audited.noun, audited]));
const callWord = new Map<string, AuditWord | 'read'>(
  [...nouns.values()].flatMap(({ noun, calls }) =>
    Object.entries(calls).map(([verb, word]) => [`${noun}.${verb}`, word] as const),
  ),
);

/**
 * Returns a call in the reader's words, or its id if this console does not know it. The platform's people do what
 * customers do, so `internal.` changes nothing.
 */
export function callName(id: string): string {
  const call = id.replace(/^internal\./, '');
  const word = callWord.get(call);
  const noun = nouns.get(call.split('.')[0] ?? '');
  if (word === undefined || noun === undefined) return id;
  return word === 'read' ? m.audit_record_read({ kind: noun.word() }) : word();
}

/** Returns the noun of a filter, or undefined if this console does not know it, as with an old or mistyped link. */
export function knownNoun(noun: string | undefined): string | undefined {
  return noun !== undefined && nouns.has(noun) ? noun : undefined;
}
