import { type Instant, instantOfEpochMs, plusDays24h, plusHours } from '@usance/period/instant';
import { describe, expect, it } from 'vitest';
import type { Kept, Period } from './account-period.ts';
import { graced, lent, look, nothing, start } from './period.fixture.ts';
import type { Standing } from './standing.ts';

const day = (days: number) => plusDays24h(start, days);
const calm: Standing = { available: '0', disputes: [], overdueFrom: undefined, hiddenAt: undefined, movedAt: start };
const owing: Standing = { ...calm, available: '-10' };
const late: Standing = { ...owing, overdueFrom: start };

/** Applies the rule to one standing after the other, each at its own instant. */
function history(...steps: readonly (readonly [Instant, Partial<Standing>])[]): Period & { all: Kept } {
  let all = nothing;
  let last: Period | undefined;
  for (const [now, standing] of steps) {
    last = look({ ...calm, movedAt: now, ...standing }, now, all);
    all = { ...all, ...last.kept };
  }
  if (!last) throw new Error('A history has a step');
  return { ...last, all };
}

describe('outside an episode', () => {
  it.each([
    ['0.00000000', 'normal'],
    ['5', 'normal'],
    ['-0.00499999', 'normal'],
    ['-0.00500000', 'overdraft'],
  ])('an available balance of %s with nothing overdue is %s', (available, summary) => {
    expect(look({ ...calm, available }, start).state).toMatchObject({ summary });
  });

  it('is overdraft during the grace of an overdue statement, whatever the balance', () => {
    for (const available of ['-1', '9']) {
      expect(look({ ...late, available }, plusHours(day(3), -1), nothing, graced).state.summary).toBe(
        available === '9' ? 'overdraft' : 'extensionPeriod',
      );
    }
  });

  it('warns for a day below zero, or while the balance is within its credit limit', () => {
    expect(look(owing, plusHours(start, 23)).state).toEqual({ summary: 'overdraft', overdraftEnd: day(1) });
    expect(look(owing, plusHours(start, 24)).state).toMatchObject({
      summary: 'extensionPeriod',
      episode: { cause: 'belowZero', t0: day(1) },
    });
    expect(look(owing, day(400), nothing, lent).state).toEqual({ summary: 'overdraft' });
    const beyond = look({ ...owing, available: '-10.01' }, day(2), nothing, lent);
    expect(beyond.state.episode).toMatchObject({ cause: 'creditLimit', t0: start });
  });

  it('tells when a statement that is not covered ends an overdraft within the credit limit', () => {
    const due = { ...owing, overdueFrom: day(5) };
    expect(look(due, start, nothing, lent).state).toEqual({ summary: 'overdraft', overdraftEnd: day(5) });
    expect(look({ ...due, available: '1' }, start, nothing, lent).state).toEqual({ summary: 'normal' });
  });
});

describe('a statement that is long overdue', () => {
  it('begins an episode when it loses its cover, not when it was due', () => {
    const uncovered = history([start, {}], [day(17), { ...late, movedAt: day(17) }]);
    expect(uncovered.state).toMatchObject({ summary: 'extensionPeriod', episode: { cause: 'overdue', t0: day(17) } });
    const missed = history([start, {}], [day(20), { ...late, movedAt: day(17) }]);
    expect(missed.state.episode).toMatchObject({ t0: day(17) });
  });

  it('begins it when it was due, if the check before found no cover', () => {
    const known = { ...calm, overdueFrom: day(5) };
    const seenLate = history([start, known], [day(20), { ...known, available: '-3', movedAt: day(17) }]);
    expect(seenLate.state.episode).toMatchObject({ t0: day(5) });
  });
});

describe('an episode', () => {
  const overdueOnly = { ...late, available: '1' };

  it.each([
    [0, 'extensionPeriod'],
    [14.999, 'extensionPeriod'],
    [15, 'suspensionPeriod'],
    [29.999, 'suspensionPeriod'],
    [30, 'backupPeriod'],
    [59.999, 'backupPeriod'],
    [60, 'destructionPeriod'],
    [600, 'destructionPeriod'],
  ])('that is %s days old is in its %s, and its ends do not move', (days, summary) => {
    expect(look(overdueOnly, instantOfEpochMs(Math.round(start + days * 86_400_000))).state).toEqual({
      summary,
      episode: { cause: 'overdue', t0: start, stoppedAt: undefined, stoppedMs: 0, resumedAt: undefined },
      extensionEnd: day(15),
      suspensionEnd: day(30),
      backupEnd: day(60),
    });
  });

  it('begins when the grace ends', () => {
    expect(look(overdueOnly, day(3), nothing, graced).state).toMatchObject({ extensionEnd: day(18) });
  });

  it('keeps its t0 if a part is paid, even if the rest is overdue since later', () => {
    const opened = [day(0), { available: '-101', overdueFrom: start }] as const;
    const oldestPaid = [day(59), { available: '-100', overdueFrom: day(31) }] as const;
    expect(history(opened, oldestPaid).state).toMatchObject({ summary: 'backupPeriod', episode: { t0: start } });
  });

  it('ends once nothing is overdue and the balance is within its limit', () => {
    const opened = [day(0), { available: '-10', overdueFrom: start }] as const;
    expect(history(opened, [day(20), { available: '-1' }]).curedAt).toBeUndefined();
    expect(history(opened, [day(20), { available: '1', overdueFrom: start }]).curedAt).toBeUndefined();
    expect(history(opened, [day(20), { available: '0' }])).toMatchObject({
      curedAt: day(20),
      state: { summary: 'normal' },
      kept: { episode: undefined },
    });
  });

  it('is not cured by a payment after destruction, whenever that is checked', () => {
    const opened = [day(0), { available: '-10', overdueFrom: start }] as const;
    const paid = [day(60), { available: '500' }] as const;
    const noticed = history(opened, paid, [day(90), { available: '500', movedAt: day(60) }]);
    expect(noticed).toMatchObject({ state: { summary: 'destructionPeriod' }, curedAt: undefined });
    expect(history(opened, [day(90), { available: '500', movedAt: day(59) }]).curedAt).toBe(day(59));
  });

  it('after a cure has a new t0', () => {
    const again = history(
      [day(0), { available: '-10', overdueFrom: start }],
      [day(20), { available: '0' }],
      [day(40), { available: '-5', overdueFrom: day(40) }],
    );
    expect(again.state.episode?.t0).toBe(day(40));
  });

  it('after a reopening begins with it', () => {
    const reopened = { ...nothing, reopenedAt: day(70), lookedAt: day(70), beyondSince: start };
    expect(look(late, day(70), reopened).state).toMatchObject({ summary: 'extensionPeriod', episode: { t0: day(70) } });
    expect(look(owing, day(70), reopened).state).toEqual({ summary: 'overdraft', overdraftEnd: day(71) });
    expect(look(owing, day(71), reopened).state.episode?.t0).toBe(day(71));
  });
});

describe('a dispute', () => {
  const of = (since: number, wasOverdue = true) => ({
    available: '-10',
    disputes: [{ contested: '10', since: day(since), hiddenAt: wasOverdue ? day(since) : undefined }],
  });
  const disputed = of(12);

  it('of the whole debt begins no episode, and gives a day of warning when it ends', () => {
    const ended = history([day(0), of(0, false)], [day(82), { available: '-10', overdueFrom: day(90) }]);
    expect(ended.state).toEqual({ summary: 'overdraft', overdraftEnd: day(83) });
    expect(ended.changesAt).toBe(day(83));
  });

  it('of the overdue statements stops the days of an episode, which continue after it', () => {
    const opened = [day(0), { available: '-10', overdueFrom: start }] as const;
    const stopped = history(opened, [day(12), disputed], [day(70), disputed]);
    expect(stopped.state).toMatchObject({ summary: 'extensionPeriod', extensionEnd: day(73) });
    expect(stopped.changesAt).toBeUndefined();
    // Its dates have moved by the days that the dispute took.
    const withdrawn = [day(94), { available: '-10', overdueFrom: day(82) }] as const;
    expect(history(opened, [day(12), disputed], withdrawn)).toMatchObject({
      state: { summary: 'extensionPeriod', extensionEnd: day(97), episode: { t0: start } },
      changesAt: day(97),
    });
  });

  it('stops nothing while another statement is overdue', () => {
    const opened = [day(0), { available: '-20', overdueFrom: start }] as const;
    const rest = history(opened, [day(12), { ...disputed, overdueFrom: start }]);
    expect(rest.state.extensionEnd).toBe(day(15));
    const next = { ...disputed, overdueFrom: day(20) };
    const stopped = history(opened, [day(12), next]);
    expect(stopped.changesAt).toBe(day(20));
    expect(history(opened, [day(12), next], [day(25), { ...next, movedAt: day(12) }]).state.extensionEnd).toBe(day(23));
  });

  it('that is older than an episode is no part of it: paying the rest cures it', () => {
    const opened = [day(20), { ...of(-5), available: '-14', overdueFrom: day(20) }] as const;
    expect(history(opened, [day(25), { ...of(-5), available: '-11' }]).curedAt).toBeUndefined();
    expect(history(opened, [day(25), of(-5)])).toMatchObject({ curedAt: day(25), state: { summary: 'overdraft' } });
  });

  it('that is younger than an episode does not end it, even if the rest is paid', () => {
    const opened = [day(0), { available: '-14', overdueFrom: start }] as const;
    for (const younger of [of(0), of(12), of(12, false)]) {
      const rest = history(opened, [day(12), { ...younger, available: '-14' }], [day(13), younger]);
      expect(rest).toMatchObject({ curedAt: undefined, state: { episode: { t0: start, stoppedAt: day(13) } } });
    }
  });

  it('of an overdue statement keeps an episode despite any credit, even once it is withdrawn', () => {
    const opened = [day(0), { available: '90', overdueFrom: start }] as const;
    const hidden = [day(12), { ...disputed, available: '90' }] as const;
    expect(history(opened, hidden).state).toMatchObject({ episode: { t0: start, stoppedAt: day(12) } });
    const withdrawn = [day(12), { available: '90', overdueFrom: day(13), hiddenAt: day(12) }] as const;
    const ended = history(opened, hidden, withdrawn);
    expect(ended).toMatchObject({ changesAt: day(13), state: { episode: { t0: start, stoppedAt: day(12) } } });
    expect(history(opened, hidden, withdrawn, [day(14), { ...withdrawn[1], movedAt: day(12) }]).state).toMatchObject({
      extensionEnd: day(16),
      episode: { t0: start },
    });
    expect(history(opened, hidden, withdrawn, [day(12), { available: '90' }]).curedAt).toBe(day(12));
  });

  it('ends the episode once there is money for it, or it is upheld', () => {
    const opened = [day(0), { available: '-10', overdueFrom: start }] as const;
    expect(history(opened, [day(12), disputed], [day(13), { available: '0' }]).curedAt).toBe(day(13));
  });
});

it('an episode never stops for longer than it lasts, even if a clock ran ahead', () => {
  const episode = {
    cause: 'overdue',
    t0: start,
    stoppedAt: day(5),
    stoppedMs: 45 * 86_400_000,
    resumedAt: undefined,
  } as const;
  const stood = { ...nothing, lookedAt: day(10), episode };
  const again = look({ ...late, overdueFrom: day(10) }, day(10), stood);
  expect(again.state).toMatchObject({ summary: 'extensionPeriod', extensionEnd: day(25) });
});
