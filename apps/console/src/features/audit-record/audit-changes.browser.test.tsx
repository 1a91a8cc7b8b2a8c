import type { AuditChange } from '@usance/api/contract/audit-record';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setLocale } from '../../i18n/locale.ts';
import { render } from '../../testing/render.tsx';
import { AuditChanges } from './audit-changes.tsx';

afterEach(() => {
  setLocale('en');
  vi.restoreAllMocks();
});

const show = (...changes: AuditChange[]) =>
  render(<AuditChanges changes={changes} people={new Map([['acc-aaaa', 'ada@acme.example']])} />);
/** The text of a field: before and after in one string. */
const said = (field: string) => page.getByText(field, { exact: true }).element().nextElementSibling?.textContent;

describe('what changed', () => {
  it('is told field by field, before and after, in words', async () => {
    show({
      of: 'contract',
      before: { state: 'Active', ended_at: null, tags: 'Acme' },
      after: { state: 'End', ended_at: '2026-10-01T00:00:00+00:00', tags: 'Acme East' },
    });
    await expect.element(page.getByText('Contract', { exact: true })).toBeVisible();
    expect(said('State')).toBe('Active→Ended');
    expect(said('Name')).toBe('Acme→Acme East');
    expect(said('Ended at')).toMatch(/^none→(Sep 30|Oct 1), 2026, /);
    await expect.element(page.getByRole('img', { name: 'became' }).first()).toBeInTheDocument();
  });

  it('is told in Chinese too', async () => {
    setLocale('zh');
    show({ of: 'datacloud', before: { state: 'RUNNING' }, after: { state: 'DELETED' } });
    await expect.element(page.getByText('数据云')).toBeVisible();
    expect(said('状态')).toBe('运行中→已删除');
  });

  it('has the name of what is new before all else, and nothing of what was never said', async () => {
    const after = {
      contract_id: 'ct-aaaa',
      id: 'dc-1',
      region: 'x',
      creator: '',
      cloud: 'aws',
      note: null,
      name: 'sales',
    };
    show({ of: 'datacloud', before: null, after });
    await expect.element(page.getByText('Data cloud: new')).toBeVisible();
    const fields = [...document.querySelectorAll('dt')].map(({ textContent }) => textContent);
    expect(fields).toEqual(['Name', 'Cloud provider', 'Region code', 'ID']);
  });

  it('says that something is gone', async () => {
    show({ of: 'contract_role', before: { account_id: 'acc-aaaa', role: 'viewer' }, after: null });
    await expect.element(page.getByText('Role: deleted')).toBeVisible();
    expect(said('Role')).toBe('viewer');
    expect(said('Account')).toBe('ada@acme.example');
  });

  it('says that what nobody may read has changed', async () => {
    show({ of: 'kyc_info', before: {}, after: {} });
    await expect.element(page.getByText('Changed in fields that are not shown')).toBeVisible();
  });

  it('shows what this console does not know as it comes', async () => {
    show({
      of: 'moon',
      before: { phase: 'full', craters: 2, constructor: true },
      after: { phase: { of: ['new'] }, craters: '', constructor: null },
    });
    await expect.element(page.getByText('moon', { exact: true })).toBeVisible();
    expect(said('phase')).toBe('full→{"of":["new"]}');
    expect(said('craters')).toBe('2→(empty)');
    expect(said('constructor')).toBe('yes→none');
  });

  it('reads figures and kinds as people write them, a tier from its lower end', async () => {
    show(
      {
        of: 'tier',
        before: null,
        after: {
          discount_rate: '0.970000',
          max_threshold: '20000.00000000',
          min_threshold: '5000.50000000',
          tier_level: 2,
        },
      },
      { of: 'tiered_rate', before: null, after: { tier_mode: 'graduated', source_kind: 'offer', source_id: 'po-1' } },
      { of: 'attachment', before: null, after: { file_size: 52109 } },
    );
    await expect.element(page.getByText('Tier: new')).toBeVisible();
    const fields = [...document.querySelectorAll('dt')].map(({ textContent }) => textContent);
    expect(fields.slice(0, 4)).toEqual(['Tier', 'From', 'Up to', 'Multiplier']);
    expect([said('From'), said('Up to'), said('Multiplier')]).toEqual(['5,000.5', '20,000', '97%']);
    expect(said('How tiers apply')).toMatch(/^Graduated/);
    expect([said('Agreed in'), said('Number of the private offer')]).toEqual(['Private offer', 'po-1']);
    expect(said('Size')).toBe('52.1 KB');
  });

  it('is text, whatever somebody wrote', async () => {
    const name = '<img src=x onerror="document.title=1"><b>bold</b>';
    show({ of: 'contract', before: { tags: 'Acme' }, after: { tags: name } });
    await expect.element(page.getByText(name)).toBeVisible();
    expect(document.querySelector('dd :is(img, b)')).toBeNull();
  });

  it('takes a name for no time, though it looks like one', async () => {
    show({ of: 'contract', before: { tags: '2026-10-01' }, after: { tags: '2026-10-01T00:00:00Z' } });
    await expect.element(page.getByText('2026-10-01', { exact: true })).toBeVisible();
    expect(said('Name')).toBe('2026-10-01→2026-10-01T00:00:00Z');
  });

  it('has a time that is none as it came', async () => {
    show({ of: 'contract', before: { created_at: '2026-13-45T99:00:00Z' }, after: { created_at: 'infinity' } });
    await expect.element(page.getByText('infinity')).toBeVisible();
    expect(said('Created at')).toBe('2026-13-45T99:00:00Z→infinity');
  });

  it('folds a long text, unfolds it and copies it whole', async () => {
    const reason = `${'because '.repeat(40)}so`;
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    show({ of: 'contract_blacklist', before: { reason: 'short' }, after: { reason } });
    const fold = page.getByRole('button', { name: 'Show all of it' });
    await expect.element(fold).toHaveAttribute('aria-expanded', 'false');
    await expect.element(page.getByText(reason)).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('button', { name: 'Copy' }));
    expect(copy).toHaveBeenCalledExactlyOnceWith(reason);
    await userEvent.click(fold);
    await expect.element(page.getByText(reason)).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Show less' }));
    await expect.element(page.getByText(reason)).not.toBeInTheDocument();
  });

  it('folds many fields', async () => {
    const after = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`field_${at}`, `value ${at}`]));
    show({ of: 'contract', before: null, after });
    await expect.element(page.getByText('field_3')).toBeVisible();
    await expect.element(page.getByText('field_4')).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('button', { name: 'Show 5 more' }));
    await expect.element(page.getByText('value 8')).toBeVisible();
  });
});
