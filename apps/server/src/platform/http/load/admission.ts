import { normalizeIP } from '@fastify/rate-limit';
import type { Admission, Call, Family } from '@usance/api/call';
import type { FastifyRequest } from 'fastify';
import { type Asker, type CrowdLimits, inTotal } from './crowd.ts';
import { type SlotLimits, Slots } from './slots.ts';

/** The slots of one family of calls in a process. */
export interface FamilySlots {
  /** For looking up known callers: running work must not wait for the databases behind new arrivals. */
  readonly entrance: Slots;
  /** For looking up unknown callers, so that made-up sessions queue only with each other. */
  readonly unknown: Slots;
  /** For calls open to anyone, or made-up sessions would keep people from signing in. */
  readonly strangers: Slots;
  /** For calls open to anyone, from devices on which an account has signed in: strangers cannot fill this line. */
  readonly devices: Slots;
  /** For work, by the cost of a call. */
  readonly work: Readonly<Record<Admission, Slots>>;
  /** For checking passwords from those devices: strangers never take this place. */
  readonly devicePasswords: Slots;
  /** For replies being sent in pieces: each holds a database cursor or the memory of a file. */
  readonly sending: Slots;
}

/**
 * The slots of one process. Each family has its own, or a busy day of customers would block deposits and usage. Calls
 * that need the usage database have their own, or its standstill would block all others.
 */
export type AdmissionSlots = Readonly<Record<Family, FamilySlots>>;

type Load = Exclude<Admission, 'always'>;

// Long work fits into PostgreSQL's pool of 16 connections. One analysis keeps both cores busy, so more at once only
// slow each other. A picture may take a second and 250 MB. Replies of identity providers are read on one thread; a
// second place keeps one address from taking all.
const atOnce: Readonly<Record<Family, Readonly<Record<Load, number>>>> = {
  customer: {
    read: 6,
    write: 4,
    export: 2,
    password: 2,
    picture: 1,
    'sign-on': 2,
    'usage-read': 4,
    'usage-export': 2,
    'usage-write': 1,
    'usage-intake': 1,
  },
  internal: {
    read: 3,
    write: 4,
    export: 1,
    password: 1,
    picture: 1,
    'sign-on': 2,
    'usage-read': 2,
    'usage-export': 2,
    'usage-write': 2,
    'usage-intake': 3,
  },
};

/**
 * The time that a caller waits in all, for the look-up and for work. Internal callers are few, and prefer waiting to
 * retrying.
 */
const usualMs: Readonly<Record<Family, number>> = { customer: 500, internal: 5_000 };

/**
 * A caller who has sent megabytes or wants a rating prefers waiting to retrying. A console page asks for several
 * analyses at once.
 */
const longWait: Partial<Record<Load, number>> = {
  password: 1_000,
  picture: 5_000,
  'sign-on': 2_000,
  'usage-intake': 15_000,
  'usage-write': 5_000,
  'usage-read': 2_000,
  'usage-export': 2_000,
};

/**
 * The time that a caller waits for their own analyses: a page of a large contract runs seven of a second each, two at
 * once.
 */
const ownMs: Partial<Record<Load, number>> = { 'usage-read': 10_000 };

/** The waiting places of one account: two pages, whose requests a proxy sends all at once. */
const ownInLine: Partial<Record<Load, number>> = { 'usage-read': 12 };

/**
 * The waiting places of all accounts, for each place of work; by default as many as their shares allow. A refused
 * reader asks again at once, which costs as much as a wait, so time decides there and not the length.
 */
const inLine: Partial<Record<Load, number>> = { read: 32, 'usage-read': 32 };

/** With more customers than can be served, an answer after a second is useless. */
const crowdedMs: Partial<Record<Load, number>> = { read: 250, export: 250, 'usage-read': 250, 'usage-export': 250 };

interface Options {
  /** The number of replies that a listener may send at once. */
  readonly replies?: number;
  /** Replaces every waiting time in tests, which must not depend on the machine's speed. */
  readonly waitMs?: number;
}

export function openAdmission({ replies = 12, waitMs }: Options = {}): AdmissionSlots {
  const slotsOf = (family: Family): FamilySlots => {
    // Internal callers are few, our own, and often on one machine.
    const shared = family === 'customer' ? shares : { working: inTotal, sending: inTotal };
    const work = (load: Load, places = atOnce[family][load], of = `${family} ${load}`) => {
      const waiting = shared.working(4 * places);
      const line = shared.working((inLine[load] ?? 4) * places);
      const patience = waitMs ?? Math.max(longWait[load] ?? 0, usualMs[family]);
      return new Slots({
        of,
        working: shared.working(places),
        waiting: { ...line, ofAccount: Math.max(ownInLine[load] ?? 0, waiting.ofAccount) },
        waitMs: patience,
        ownMs: waitMs ?? Math.max(ownMs[load] ?? 0, patience),
        crowdedMs: (family === 'customer' && waitMs === undefined && crowdedMs[load]) || patience,
      });
    };
    const entrance = (of: string, places: number, line = 16) =>
      new Slots({
        of: `${family} ${of}`,
        working: shared.working(places),
        waiting: { ...shared.working(line * places), ofAccount: shared.working(16 * places).ofAccount },
        waitMs: waitMs ?? usualMs[family],
        crowdedMs: waitMs ?? (family === 'customer' ? 250 : usualMs.internal),
      });
    return {
      entrance: entrance('entrance', 4, 64),
      unknown: entrance('entrance of unknown callers', 2),
      strangers: entrance('entrance of strangers', 2),
      devices: entrance('entrance of known devices', 1),
      work: workOf((load) => work(load)),
      devicePasswords: work('password', 1, `${family} password of known devices`),
      sending: new Slots({
        of: `${family} replies being sent`,
        working: shared.sending(replies),
        waiting: inTotal(0),
        waitMs: 0,
      }),
    };
  };
  return { customer: slotsOf('customer'), internal: slotsOf('internal') };
}

/** Admits everyone, for tests, which send more requests than a person. */
export function openUnlimited(): AdmissionSlots {
  const one = () => new Slots(unlimited);
  const entrances = () => ({ entrance: one(), unknown: one(), strangers: one(), devices: one() });
  const works = () => ({ work: workOf(one), devicePasswords: one() });
  const family = (): FamilySlots => ({ ...entrances(), ...works(), sending: one() });
  return { customer: family(), internal: family() };
}

const unlimited: SlotLimits = {
  of: 'anything',
  working: inTotal(Number.POSITIVE_INFINITY),
  waiting: inTotal(0),
  waitMs: 0,
};

/** The share of all places for one customer and for one address; at least one. */
const shareOf =
  (ofAccount: number, fromAddress: number) =>
  (all: number): CrowdLimits => ({
    all,
    ofAccount: Math.max(1, Math.floor(all * ofAccount)),
    fromAddress: Math.max(1, Math.floor(all * fromAddress)),
  });
const shares = { working: shareOf(1 / 2, 3 / 4), sending: shareOf(1 / 6, 1 / 2) };

function workOf(slots: (load: Load) => Slots): FamilySlots['work'] {
  return {
    read: slots('read'),
    write: slots('write'),
    export: slots('export'),
    password: slots('password'),
    picture: slots('picture'),
    'sign-on': slots('sign-on'),
    'usage-read': slots('usage-read'),
    'usage-export': slots('usage-export'),
    'usage-write': slots('usage-write'),
    'usage-intake': slots('usage-intake'),
    always: new Slots(unlimited),
  };
}

/** The caller as known before the look-up. */
export const atEntrance = ({ knownAccount, deviceAccount, ip }: FastifyRequest): Asker => ({
  account: knownAccount ?? deviceAccount,
  address: normalizeIP(ip),
});

/** The line in which this caller waits for the look-up. */
export function entranceOf({ entrance, unknown, strangers, devices }: FamilySlots, request: FastifyRequest): Slots {
  if (request.routeOptions.config.isForAnybody) return request.deviceAccount === undefined ? strangers : devices;
  return request.isKnown ? entrance : unknown;
}

/** The line in which this caller waits for work. */
export function workFor(
  { work, devicePasswords }: Pick<FamilySlots, 'work' | 'devicePasswords'>,
  { admission }: Pick<Call, 'admission'>,
  request: FastifyRequest,
): Slots {
  return admission === 'password' && request.deviceAccount !== undefined ? devicePasswords : work[admission];
}
