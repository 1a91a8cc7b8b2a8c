import { createHash } from 'node:crypto';
import { type Attachment, attachments, largestAttachment } from '@usance/api/sale/attachment';
import { privateOffers } from '@usance/api/sale/private-offer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { sellCoreHours } from '../../metering/usage/metering.fixture.ts';
import { type SentFile, sentFiles } from './attachment.fixture.ts';

let app: TestApp;
let skuId: string;
beforeAll(async () => {
  app = await startTestApp({ now: '2027-03-10T00:00:00Z' });
  skuId = await sellCoreHours(app, 'compute.a', '2');
});
afterAll(() => app.close());

const caller = () => internalCaller(app);

/** A draft offer of its own contract, or of the given one. */
async function draft(contractId?: string) {
  const id = contractId ?? (await contract(app, { signDate: '2027-03-01T00:00:00Z' })).id;
  const seconds = (instant: string) => Date.parse(instant) / 1000;
  const body = {
    effectiveDate: seconds('2027-04-01T00:00:00Z'),
    confirmationDeadline: seconds('2027-03-31T00:00:00Z'),
    offerItems: [{ skuId, price: '1' }],
  };
  const { id: poid } = await caller().call(privateOffers.create, { params: { id }, body });
  return { id, poid };
}

async function send(of: { id: string; poid: string }, ...files: readonly SentFile[]) {
  const { statusCode, body } = await caller().raw(await sentFiles(of, ...files));
  return { statusCode, reply: JSON.parse(body) };
}

async function attached(of: { id: string; poid: string }, file: SentFile): Promise<Attachment> {
  const { statusCode, reply } = await send(of, file);
  if (statusCode !== 200) throw new Error(`${statusCode} ${JSON.stringify(reply)}`);
  return reply;
}

const pdf = { name: 'offer.pdf', content: '%PDF-1.7 and the rest' };

describe('a file', () => {
  it('downloads byte for byte, with sizes around the bounds of pieces', async () => {
    const of = await draft();
    for (const bytes of [1, 262_143, 262_144, 262_145, 524_288, 3_000_001]) {
      const content = Buffer.alloc(bytes, createHash('sha256').update(String(bytes)).digest());
      const { id: aid, ...told } = await attached(of, { name: 'a.bin', content });
      expect(told).toMatchObject({ originalFileName: 'a.bin', fileSize: bytes, mediaType: 'application/octet-stream' });
      const { url } = downloadOf(of, aid);
      const got = await caller().raw({ method: 'GET', url });
      expect(got.rawPayload.equals(content)).toBe(true);
      expect(got.headers['content-length']).toBe(String(bytes));
    }
  });

  it('gets its type from its content, and only PDFs and pictures are shown inline', async () => {
    const of = await draft();
    const page = await attached(of, { name: 'offer.pdf', content: '<script>alert(1)</script>' });
    const real = await attached(of, { ...pdf, name: 'page.html' });
    expect([page.mediaType, real.mediaType]).toEqual(['application/octet-stream', 'application/pdf']);
    const { url } = downloadOf(of, page.id);
    const shown = await caller().raw({ method: 'GET', url: `${url}?inline=true` });
    expect(shown.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment/),
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    });
    const inline = await caller().raw({ method: 'GET', url: `${downloadOf(of, real.id).url}?inline=true` });
    expect(inline.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    const saved = await caller().raw({ method: 'GET', url: downloadOf(of, real.id).url });
    expect(saved.headers['content-disposition']).toMatch(/^attachment; filename="page\.html"/);
  });

  it.each([
    ['报价 2027.pdf', '报价 2027.pdf', "filename*=UTF-8''%E6%8A%A5%E4%BB%B7%202027.pdf"],
    ['../../../etc/passwd', 'passwd', 'filename="passwd"'],
    ['..\\..\\boot.ini', 'boot.ini', 'filename="boot.ini"'],
    ['a*b?.pdf', 'a*b?.pdf', 'filename="a_b_.pdf"'],
  ])('called %s is shown as %s', async (name, shown, disposition) => {
    const of = await draft();
    const { id: aid, originalFileName } = await attached(of, { name, content: 'x' });
    expect(originalFileName).toBe(shown);
    const { headers } = await caller().raw({ method: 'GET', url: downloadOf(of, aid).url });
    expect(headers['content-disposition']).toContain(disposition);
  });

  it('is refused if it is too large, empty, unnamed or repeated, and leaves nothing', async () => {
    const of = await draft();
    const largest = Buffer.alloc(largestAttachment, 1);
    expect(await send(of, { name: 'a', content: Buffer.concat([largest, Buffer.of(1)]) })).toMatchObject({
      statusCode: 413,
      reply: { reason: 'FILE_TOO_LARGE' },
    });
    const field = { statusCode: 400, reply: { reason: 'INVALID_PARAMETER', metadata: { field: 'file' } } };
    expect(await send(of, { name: 'a', content: '' })).toMatchObject(field);
    expect(await send(of, { name: 'x'.repeat(256), content: 'a' })).toMatchObject(field);
    expect(await send(of, { name: '..', content: 'a' })).toMatchObject(field);
    expect(await send(of, pdf, pdf)).toMatchObject(field);
    expect(await send(of)).toMatchObject({ statusCode: 400 });
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, payload: '{}' } as const;
    expect((await caller().raw({ ...json, url: (await sentFiles(of, pdf)).url ?? '' })).statusCode).toBe(415);
    expect((await caller().call(attachments.list, { params: of })).items).toEqual([]);
    expect((await attached(of, { name: 'a', content: largest })).fileSize).toBe(largestAttachment);
  });

  it('that is sent again under its key, in another form, is attached once', async () => {
    const of = await draft();
    const again = async (content: string) => {
      const sent = await sentFiles(of, { name: 'a.txt', content });
      const { statusCode, body } = await caller().raw({
        ...sent,
        headers: { ...sent.headers, 'idempotency-key': 'k1' },
      });
      return { statusCode, ...JSON.parse(body) };
    };
    const first = await again('one');
    expect(await again('one')).toEqual(first);
    expect(await again('two')).toMatchObject({ statusCode: 409, reason: 'IDEMPOTENCY_KEY_CONFLICT' });
    expect((await caller().call(attachments.list, { params: of })).items).toHaveLength(1);
  });
});

const downloadOf = ({ id, poid }: { id: string; poid: string }, aid: string) => ({
  url: `/internal/api/v1/contracts/${id}/private-offers/${poid}/attachments/${aid}/download`,
});

describe('the attachments of an offer', () => {
  it('are listed in order of upload, to the customer too', async () => {
    const of = await draft();
    const ids = [];
    for (const name of ['b.txt', 'a.txt']) {
      app.clock.pass({ seconds: 1 });
      ids.push((await attached(of, { name, content: name })).id);
    }
    const viewer = await member(app, of.id, 'billing_viewer');
    const { items } = await viewer.call(attachments.list, { params: of });
    expect(items.map(({ id }) => id)).toEqual(ids);
    expect(await viewer.call(attachments.download, { params: { ...of, aid: ids[0] ?? '' }, query: {} })).toBe('b.txt');
  });

  it('can change only in drafts and rejected offers', async () => {
    const of = await draft();
    const { id: aid } = await attached(of, pdf);
    await caller().call(privateOffers.submit, { params: of });
    expect(await send(of, pdf)).toMatchObject({ statusCode: 409, reply: { reason: 'OFFER_STATE_CONFLICT' } });
    expect(await caller().refusal(attachments.delete, { params: { ...of, aid } })).toMatchObject({
      reason: 'OFFER_STATE_CONFLICT',
    });
    await caller().call(privateOffers.approve, { params: of, body: { action: 'reject' } });
    await caller().call(attachments.delete, { params: { ...of, aid } });
    expect((await caller().call(attachments.list, { params: of })).items).toEqual([]);
    expect(await caller().refusal(attachments.delete, { params: { ...of, aid } })).toMatchObject({
      reason: 'ATTACHMENT_NOT_FOUND',
    });
  });

  it('are found only under their own offer and contract', async () => {
    const [of, elsewhere] = [await draft(), await draft()];
    const beside = await draft(of.id);
    const { id: aid } = await attached(of, pdf);
    for (const other of [elsewhere, beside, { ...of, poid: elsewhere.poid }, { ...elsewhere, poid: of.poid }]) {
      const refused = await caller().refusal(attachments.download, { params: { ...other, aid }, query: {} });
      expect(refused.code).toBe(404);
      expect((await caller().refusal(attachments.delete, { params: { ...other, aid } })).code).toBe(404);
    }
    expect((await send({ ...of, poid: elsewhere.poid }, pdf)).reply.reason).toBe('PRIVATE_OFFER_NOT_FOUND');
  });
});
