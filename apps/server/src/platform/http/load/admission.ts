import { normalizeIP } from '@fastify/rate-limit';
import type { Admission, Call, Family } from '@usance/api/call';
import type { FastifyRequest } from 'fastify';
import { type Asker, anybody, type CrowdLimits } from './crowd.ts';
import { type SlotLimits, Slots } from './slots.ts';

/** What of a process is open to the calls of one family. */
export interface FamilySlots {
  /** Who may be looked up: those whose work has begun must not wait for the databases behind all who come. */
  readonly entrance: Slots;
  /** The same for those of whom nothing is known yet: whoever makes sessions up stands in line with them alone. */
  readonly unknown: Slots;
  /** The same for what anybody may call, or made-up sessions would keep everybody from signing in. */
  readonly strangers: Slots;
  /** The same for what anybody may call, from devices on which somebody has signed in: strangers cannot fill their line. */
  readonly devices: Slots;
  /** Who may work, by what a call costs. */
  readonly work: Readonly<Record<Admission, Slots>>;
  /** Whose password may be looked at, of those devices: there is always a place that strangers do not take. */
  readonly devicePasswords: Slots;
  /** Whose reply may be on its way piece by piece: each holds a cursor of a database, or the memory of a file. */
  readonly sending: Slots;
}

/**
 * The slots of one process. Families have their own, or a busy day of customers would keep deposits and usage out. The
 * calls that need the usage database have theirs, or its standstill would be everybody's.
 */
export type AdmissionSlots = Readonly<Record<Family, FamilySlots>>;

type Load = Exclude<Admission, 'always'>;

// What holds a connection of PostgreSQL's pool of 16 for long fits it. An analysis keeps both cores busy by itself: more
// of them at once are each slower, and no more are done. A picture may take a second and 250 MB. Answers of identity providers are
// read one after the other on one thread; with a second place no address has all.
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

/** How long one waits in all, to be looked up and to work. Internal callers are few, and rather wait than come again. */
const usualMs: Readonly<Record<Family, number>> = { customer: 500, internal: 5_000 };

/**
 * Who has sent megabytes, or asks for a rating, rather waits than comes again. A page of the console asks for several
 * analyses at once: what keeps waits short under load is the length of the line, and not that the last of them is refused.
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

/** How long one waits for one's own analyses: a page of a large contract asks for seven that take a second each, two at once. */
const ownMs: Partial<Record<Load, number>> = { 'usage-read': 10_000 };

/** Of one account, who may wait: two pages, which a proxy hands on all at once. */
const ownInLine: Partial<Record<Load, number>> = { 'usage-read': 12 };

/** Where more customers come than can be served: an answer after a second is as good as none. */
const crowdedMs: Partial<Record<Load, number>> = { read: 250, export: 250, 'usage-read': 250, 'usage-export': 250 };

interface Options {
  /** How many replies of a listener may be on their way. */
  readonly replies?: number;
  /** Another limit of every wait, for tests: they must not depend on how fast a machine is. */
  readonly waitMs?: number;
}

export function openAdmission({ replies = 12, waitMs }: Options = {}): AdmissionSlots {
  const slotsOf = (family: Family): FamilySlots => {
    // Internal callers are few, our own, and often on one machine.
    const shared = family === 'customer' ? shares : { working: anybody, sending: anybody };
    const work = (load: Load, places = atOnce[family][load], of = `${family} ${load}`) => {
      const waiting = shared.working(4 * places);
      const patience = waitMs ?? Math.max(longWait[load] ?? 0, usualMs[family]);
      return new Slots({
        of,
        working: shared.working(places),
        waiting: { ...waiting, ofAccount: Math.max(ownInLine[load] ?? 0, waiting.ofAccount) },
        waitMs: patience,
        ownMs: waitMs ?? Math.max(ownMs[load] ?? 0, patience),
        crowdedMs: (family === 'customer' && waitMs === undefined && crowdedMs[load]) || patience,
      });
    };
    const entrance = (of: string, places: number) =>
      new Slots({
        of: `${family} ${of}`,
        working: shared.working(places),
        waiting: shared.working(16 * places),
        waitMs: waitMs ?? usualMs[family],
        crowdedMs: waitMs ?? (family === 'customer' ? 250 : usualMs.internal),
      });
    return {
      entrance: entrance('entrance', 4),
      unknown: entrance('entrance of the unknown', 2),
      strangers: entrance('entrance of strangers', 2),
      devices: entrance('entrance of known devices', 1),
      work: workOf((load) => work(load)),
      devicePasswords: work('password', 1, `${family} password of known devices`),
      sending: new Slots({
        of: `${family} replies on their way`,
        working: shared.sending(replies),
        waiting: anybody(0),
        waitMs: 0,
      }),
    };
  };
  return { customer: slotsOf('customer'), internal: slotsOf('internal') };
}

/** Lets everybody in: for tests, which ask more than a person clicks. */
export function openUnlimited(): AdmissionSlots {
  const one = () => new Slots(unlimited);
  const entrances = () => ({ entrance: one(), unknown: one(), strangers: one(), devices: one() });
  const works = () => ({ work: workOf(one), devicePasswords: one() });
  const family = (): FamilySlots => ({ ...entrances(), ...works(), sending: one() });
  return { customer: family(), internal: family() };
}

const unlimited: SlotLimits = {
  of: 'anything',
  working: anybody(Number.POSITIVE_INFINITY),
  waiting: anybody(0),
  waitMs: 0,
};

/** What of all places one customer, or one address, may have: each at least one. */
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

/** Who stands in that line, as far as it is known before they are looked up. */
export const atEntrance = ({ knownAccount, deviceAccount, ip }: FastifyRequest): Asker => ({
  account: knownAccount ?? deviceAccount,
  address: normalizeIP(ip),
});

/** The line in which whoever asks waits to be looked up. */
export function entranceOf({ entrance, unknown, strangers, devices }: FamilySlots, request: FastifyRequest): Slots {
  if (request.routeOptions.config.isForAnybody) return request.deviceAccount === undefined ? strangers : devices;
  return request.isKnown ? entrance : unknown;
}

/** The line in which whoever asks waits to work. */
export function workFor(
  { work, devicePasswords }: Pick<FamilySlots, 'work' | 'devicePasswords'>,
  { admission }: Pick<Call, 'admission'>,
  request: FastifyRequest,
): Slots {
  return admission === 'password' && request.deviceAccount !== undefined ? devicePasswords : work[admission];
}
