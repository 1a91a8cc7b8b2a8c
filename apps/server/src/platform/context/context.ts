import type { ClickHouse } from '../clickhouse/client.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Db, Tx } from '../postgres/database.ts';
import type { SealingKey } from '../sealing/sealing-key.ts';
import type { Cookies } from './cookies.ts';
import type { Language } from './language.ts';
import type { Subject } from './subject.ts';

/** The databases of an installation, what time it is there, and where is written what happens. */
export interface Stores {
  readonly db: Db;
  readonly clickhouse: ClickHouse;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * An operator fits an installation with these. A feature says by declaration merging what it needs from outside:
 * who provisions, which marketplaces there are, above which amount two people decide.
 */
export interface Fittings {
  /** It seals what nobody may read in the database. */
  readonly sealingKey: SealingKey;
}

/** What the process makes once and every verb may use. */
export interface Deps extends Stores, Fittings {}

/** One piece of work that happens whole or not at all, at one instant. The database is in it only as `tx`. */
export interface Work {
  readonly tx: Tx;
  readonly now: Date;
  /** What is due by then is taken, where that is earlier than now: what was taken too early cannot be given back. */
  readonly dueBy?: Date;
  readonly log: Log;
}

/**
 * What the access rule found on its way and hands on to the verbs of a call that names a contract. The feature that
 * owns contracts says by declaration merging what that is.
 */
// biome-ignore lint/suspicious/noEmptyInterface: a feature merges into it
export interface Grounds {}

/** The same for a write that holds its contract: nobody else changes it until the transaction ends. */
// biome-ignore lint/suspicious/noEmptyInterface: a feature merges into it
export interface HeldGrounds {}

/** Who asks, when, and in which language; the subject has passed the call's access rule already. */
export interface Asked {
  readonly subject: Subject;
  readonly now: Date;
  /** What time it is outside of a sandbox whose time was moved (Clock.outside). */
  readonly outside: Date;
  readonly requestId: string;
  /** Where the request came from, as people write it, by what a trusted proxy says where there is one. */
  readonly address: string;
  /** The host and port that the browser asked, as it says; empty where it does not. */
  readonly host: string;
  /** What the browser calls itself, whatever that is worth; empty where it does not say. */
  readonly userAgent: string;
  /** Whose page asks, by what a browser says itself (Sec-Fetch-Site); empty where it does not say. */
  readonly site: string;
  /** By which secret a system that calls us proves itself (X-Marketplace-Webhook-Secret); empty where it names none. */
  readonly webhookSecret: string;
  readonly language: Language;
  readonly cookies: Cookies;
}

/** What a read gets. */
export interface ReadContext extends Deps, Asked {}

/** What a write that spans several transactions gets: it may be cut off between two of them and be asked again. */
export interface SpanningContext extends ReadContext {
  readonly claim: {
    /** What an earlier run of the same request has kept. Always undefined for one without an Idempotency-Key. */
    readonly made: string | undefined;
    /** Keeps the name of what this run makes for the one that may follow it, in the transaction that makes it. */
    keep(tx: Tx, made: string): Promise<void>;
  };
}

/** For verbs of calls that name a contract. */
export type OnContract<Context> = Context & Grounds;

/** For writes of calls that lock their contract, or move its money. */
export type OnHeld<Context> = Context & HeldGrounds;

/** What a write gets: what it does in `tx` happens together with its audit row and stored reply, or not at all. */
export interface WriteContext extends Work, Asked, Fittings {}
