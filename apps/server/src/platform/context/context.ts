import type { ClickHouse } from '../clickhouse/client.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Db, Tx } from '../postgres/database.ts';
import type { Replica } from '../postgres/replica/replica.ts';
import type { SealingKey } from '../sealing/sealing-key.ts';
import type { Language } from './language.ts';
import type { Subject } from './subject.ts';

/** The databases, clock and log of an installation. */
export interface Stores {
  readonly db: Db;
  /** A streaming replica of `db`, for calls that say `reads: 'replica'`. */
  readonly replica?: Replica | undefined;
  readonly clickhouse: ClickHouse;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The equipment that the operator gives an installation. Features add by declaration merging what they need from
 * outside: marketplaces, provisioners, the amounts that need two people.
 */
export interface Fittings {
  /** Seals secrets, which must not be readable in the database. */
  readonly sealingKey: SealingKey;
}

/** The objects that the process creates once and every verb may use. */
export interface Deps extends Stores, Fittings {}

/** One piece of work that happens whole or not at all, at one instant. It reaches the database only through `tx`. */
export interface Work {
  readonly tx: Tx;
  readonly now: Date;
  /** The instant up to which due payments are taken, if earlier than now: a premature one could not be given back. */
  readonly dueBy?: Date;
  readonly log: Log;
}

/**
 * The findings of the access rule for calls that name a contract. The feature that owns contracts defines them by
 * declaration merging.
 */
// biome-ignore lint/suspicious/noEmptyInterface: a feature merges into it
export interface Grounds {}

/** The same for a write that locks its contract: no other write changes it until the transaction ends. */
// biome-ignore lint/suspicious/noEmptyInterface: a feature merges into it
export interface LockedGrounds {}

/** The caller, time and language of a call. The subject has already passed the call's access rule. */
export interface Asked {
  readonly subject: Subject;
  readonly now: Date;
  /** The real time (Clock.outside), which differs in a sandbox whose clock was moved. */
  readonly outside: Date;
  readonly requestId: string;
  /** The client's address, as a trusted proxy reports it if there is one. */
  readonly address: string;
  /** The host and port that the browser asked for, by its own word; empty if missing. */
  readonly host: string;
  /** The browser's User-Agent, which proves nothing; empty if missing. */
  readonly userAgent: string;
  /** The origin of the asking page by the browser's own word (Sec-Fetch-Site); empty if missing. */
  readonly site: string;
  /** The secret by which a calling system proves itself (X-Marketplace-Webhook-Secret); empty if missing. */
  readonly webhookSecret: string;
  readonly language: Language;
  readonly cookies: Cookies;
}

/** The context of a read. */
export interface ReadContext extends Deps, Asked {}

/** The context of a write that spans several transactions: it may stop between two of them and be asked again. */
export interface SpanningContext extends ReadContext {
  readonly claim: {
    /** The name that an earlier run of the same request kept; always undefined without an Idempotency-Key. */
    readonly made: string | undefined;
    /** Keeps the name of the thing that this run creates, in the same transaction, for a run that may follow. */
    keep(tx: Tx, made: string): Promise<void>;
  };
}

/** The context of calls that name a contract. */
export type OnContract<Context> = Context & Grounds;

/** The context of a write: its changes in `tx` commit together with its audit row and stored reply, or not at all. */
export interface WriteContext extends Work, Asked, Fittings {}

/** The cookies of the calling browser, as a verb may change them. */
export interface Cookies {
  get(name: string): string | undefined;
  set(name: string, value: string, maxAgeSeconds: number): void;
  clear(name: string): void;
}
