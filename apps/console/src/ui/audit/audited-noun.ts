import type { Call, ContractPlace, Noun } from '@usance/api/call';
import type { OwnAct } from '@usance/api/contract/audit-record';
import type { AuditedTable } from './audited-table.ts';

/** A function, so that the word is in the reader's language. */
export type AuditWord = () => string;

/** The words of one noun in the audit of a contract. */
export interface AuditedNoun {
  readonly noun: string;
  /** The noun in the filter, and in «Read: …». */
  readonly word: AuditWord;
  /** The calls by their ids without the noun and without `internal`, and the platform's own acts. */
  readonly calls: Readonly<Record<string, AuditWord | 'read'>>;
  /** The tables whose changes the database notes. */
  readonly tables?: Readonly<Record<string, AuditedTable>>;
}

/**
 * The words of a noun of the API. They do not compile without every call that names a contract and every act of the
 * platform. A write that names no contract may have words too, if it changes one.
 */
export interface AuditOf<N extends Noun> extends AuditedNoun {
  readonly noun: NameOf<N>;
  readonly calls: ReadsOf<N> & WritesOf<N> & OtherWritesOf<N> & ActsOf<NameOf<N>>;
}

type NameOf<N extends Noun> = N[keyof N]['noun'];

type ReadsOf<N extends Noun> = {
  readonly [K in keyof N & string as N[K] extends NamesContract & Get ? IdOf<N[K], K> : never]: 'read';
};
type WritesOf<N extends Noun> = {
  readonly [K in keyof N & string as N[K] extends Get
    ? never
    : N[K] extends NamesContract
      ? IdOf<N[K], K>
      : never]: AuditWord;
};
type OtherWritesOf<N extends Noun> = {
  readonly [K in keyof N & string as N[K] extends Get | NamesContract ? never : IdOf<N[K], K>]?: AuditWord;
};
type ActsOf<Name extends string> = {
  readonly [A in OwnAct as A extends `${Name}.${infer Act}` ? Act : never]: AuditWord;
};

interface Get {
  readonly method: 'GET';
}
interface NamesContract {
  readonly contract: ContractPlace;
}

/** The call's id without the noun, as `defineCalls` makes it. */
type IdOf<C extends Call, K extends string> = C['id'] extends `internal.${string}.${infer Own}` ? Own : Kebab<K>;
type Kebab<Text extends string> = Text extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `-${Lowercase<Letter>}`}${Kebab<Rest>}`
  : '';
