import { crc32, deflateSync } from 'node:zlib';
import { pathOf } from '@usance/api/call';
import { accounts } from '@usance/api/people/account';
import { portraits } from '@usance/api/people/portrait';
import { settings } from '@usance/api/people/settings';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openAdmission } from '#platform/http/load/admission.ts';
import { person, rightPassword } from '#testing/builders.ts';
import { anonymousCaller, type Caller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const picture = (width: number, height: number, background = '#3a6ea5') =>
  sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false });
const urlOf = (bytes: Buffer, type = 'png') => `data:image/${type};base64,${bytes.toString('base64')}`;
const set = (caller: Caller, content: string) => caller.call(portraits.set, { body: { content } });
const refused = (caller: Caller, content: string) => caller.refusal(portraits.set, { body: { content } });
const read = (caller: Caller, version?: string) =>
  caller.raw({ url: `${pathOf(portraits.get, 'customer')}${version === undefined ? '' : `?version=${version}`}` });
const atContent = (message: string) => ({
  code: 400,
  reason: 'INVALID_PARAMETER',
  metadata: { field: 'content' },
  message,
});
const wrongFormat = atContent('The picture must be a PNG, a JPEG or a WebP');

/** A grey JPEG of 8 by 8 pixels with this many scans, of which all but the first add nothing. */
function jpegOf(scans: number): Buffer {
  const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
  const head = hex(`ffd8 ffdb004300${'01'.repeat(64)} ffc2000b080008000801011100`);
  const codes = ['00', '10'].map((table) => hex(`ffc40014${table}01${'00'.repeat(15)}00`));
  const first = hex('ffda00080101000000 01 00');
  const more = Array<Buffer>(scans - 1).fill(hex('ffda000801010001 3f00 00'));
  return Buffer.concat([head, ...codes, first, ...more, hex('ffd9')]);
}

/** An animated WebP of this many one-pixel frames. */
async function movingOf(frames: number): Promise<Buffer> {
  const part = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(data.length);
    return Buffer.concat([Buffer.from(name), length, data]);
  };
  const still = await picture(1, 1).webp({ lossless: true }).toBuffer();
  const frame = part('ANMF', Buffer.concat([Buffer.alloc(16), still.subarray(12)]));
  const head = part('VP8X', Buffer.from('02'.padEnd(20, '0'), 'hex'));
  const parts = [head, part('ANIM', Buffer.alloc(6)), ...Array<Buffer>(frames).fill(frame)];
  return part('RIFF', Buffer.concat([Buffer.from('WEBP'), ...parts]));
}

describe('a portrait', () => {
  it('is re-encoded as a small upright square, without anything else in the file', async () => {
    const ada = await person(app);
    // Red on the left, blue on the right, and an orientation tag that turns the picture by 90 degrees.
    const sent = await picture(400, 300, '#ff0000')
      .composite([{ input: await picture(200, 300, '#0000ff').png().toBuffer(), left: 200, top: 0 }])
      .withExif({ IFD0: { Copyright: 'a secret place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    await set(ada, urlOf(sent, 'jpeg'));
    const { rawPayload } = await read(ada);
    const kept = sharp(rawPayload);
    expect(await kept.metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
    const { exif, icc, xmp, iptc } = await kept.metadata();
    expect([exif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined]);
    expect(rawPayload.includes('secret place')).toBe(false);
    const at = async (left: number, top: number) => [
      ...(await sharp(rawPayload).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
    ];
    expect((await at(128, 10))[0]).toBeGreaterThan(200);
    expect((await at(128, 245))[2]).toBeGreaterThan(200);
  });

  it.each([
    ['png', () => picture(30, 20).png()],
    ['jpeg', () => picture(30, 20).jpeg()],
    ['webp', () => picture(30, 20).webp()],
  ])('may come as %s', async (type, made) => {
    const ada = await person(app);
    await set(ada, urlOf(await made().toBuffer(), type));
    expect((await read(ada)).headers['content-type']).toBe('image/webp');
  });

  it('is served as an inert image, and cached by its version', async () => {
    const ada = await person(app);
    const { portrait } = await set(ada, urlOf(await picture(50, 50).png().toBuffer()));
    const reply = await read(ada, portrait);
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      'content-disposition': expect.stringMatching(/^attachment/),
      'cache-control': 'private, max-age=31536000, immutable',
    });
    expect((await read(ada)).headers['cache-control']).toBe('no-store');
    expect((await read(ada, '0'.repeat(32))).headers['cache-control']).toBe('no-store');
  });

  it('is named with every identity, changes its version with its picture, and can be removed', async () => {
    const ada = await person(app);
    expect(await ada.call(accounts.whoami, {})).not.toHaveProperty('portrait');
    const { portrait: first } = await set(ada, urlOf(await picture(50, 50).png().toBuffer()));
    expect((await ada.call(accounts.whoami, {})).portrait).toBe(first);
    expect((await ada.call(settings.get, {})).portrait).toBe(first);
    const login = { identifier: ada.identifier, password: rightPassword };
    expect((await anonymousCaller(app).call(accounts.login, { body: login })).portrait).toBe(first);
    const { portrait: second } = await set(ada, urlOf(await picture(50, 50, '#aa0000').png().toBuffer()));
    expect(second).toMatch(/^[0-9a-f]{32}$/);
    expect(second).not.toBe(first);
    expect(await set(ada, '')).not.toHaveProperty('portrait');
    await set(ada, '');
    expect((await read(ada, second)).json()).toMatchObject({ code: 404, reason: 'PORTRAIT_NOT_FOUND' });
  });

  it('may be a progressive JPEG, but not one with too many scans', async () => {
    const ada = await person(app);
    const sent = await picture(64, 64).jpeg({ progressive: true }).toBuffer();
    await set(ada, urlOf(sent, 'jpeg'));
    await set(ada, urlOf(jpegOf(50), 'jpeg'));
    expect(await refused(ada, urlOf(jpegOf(51), 'jpeg'))).toMatchObject(wrongFormat);
  });

  it('may be an animated WebP, but not one of thousands of frames', async () => {
    const ada = await person(app);
    await set(ada, urlOf(await movingOf(1_000), 'webp'));
    expect(await refused(ada, urlOf(await movingOf(1_001), 'webp'))).toMatchObject(wrongFormat);
  });

  it('is made from its pixels alone, without the colour profile of its file', async () => {
    const ada = await person(app);
    const sent = await picture(300, 300, '#b05050').withIccProfile('p3').png().toBuffer();
    const colourOf = async (file: Buffer) => {
      const { data } = await sharp(file, { ignoreIcc: true }).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      return [...data.subarray(0, 3)];
    };
    expect(await colourOf(sent)).not.toEqual([0xb0, 0x50, 0x50]);
    const plain = await sharp(sent, { ignoreIcc: true }).png().toBuffer();
    await set(ada, urlOf(sent));
    const { rawPayload: painted } = await read(ada);
    await set(ada, urlOf(plain));
    expect(await colourOf(painted)).toEqual(await colourOf((await read(ada)).rawPayload));
  });

  it('is visible only to its owner, even by its version', async () => {
    const [ada, grace] = [await person(app), await person(app)];
    const { portrait } = await set(ada, urlOf(await picture(50, 50).png().toBuffer()));
    expect((await read(grace, portrait)).statusCode).toBe(404);
    expect((await read(anonymousCaller(app), portrait)).statusCode).toBe(401);
  });

  it('sent several times at once is stored once', async () => {
    const ada = await person(app);
    const colours = ['#100000', '#001000', '#000010', '#101010'];
    const contents = await Promise.all(
      colours.map(async (colour) => urlOf(await picture(20, 20, colour).png().toBuffer())),
    );
    const sent = await Promise.all(contents.map((content) => set(ada, content)));
    const { portrait } = await ada.call(accounts.whoami, {});
    expect(sent.map((each) => each.portrait)).toContain(portrait);
  });
});

it('uploads that wait do not hold up other writes', async () => {
  const admission = openAdmission({ waitMs: 0 });
  const pressure = { maxEventLoopDelay: 0, maxLiveBytes: 0 };
  const rates = { anonymous: 1_000, session: 1_000, address: 1_000 };
  const busy = await startTestApp({ overload: { admission, pressure, rates } });
  onTestFinished(() => busy.close());
  const ada = await person(busy);
  const content = urlOf(await picture(20, 20).png().toBuffer());
  const place = await admission.customer.work.picture.take();
  expect(await refused(ada, content)).toMatchObject({ code: 503 });
  await ada.call(settings.update, { body: { company: 'Acme' } });
  place.end();
  const write = admission.customer.work.write;
  const writes = [await write.take(), await write.take(), await write.take(), await write.take()];
  await set(ada, content);
  for (const other of writes) other.end();
});

/** A black 1-bit PNG with sides of this many pixels; the file is small whatever its size. */
function blackPng(side: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.writeUInt8(1, 8);
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))));
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([mark, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

describe('an uploaded portrait', () => {
  /** A PNG of exactly this many bytes, padded after the picture. */
  const ofSize = async (bytes: number) => {
    const small = await picture(10, 10).png().toBuffer();
    return Buffer.concat([small, Buffer.alloc(bytes - small.length, 1)]);
  };

  it('has fewer than 1,000,000 bytes', async () => {
    const ada = await person(app);
    for (const type of ['png', 'webp']) await set(ada, urlOf(await ofSize(999_999), type));
    const tooLarge = atContent('The picture must be smaller than 1 MB');
    for (const type of ['png', 'jpeg'])
      expect(await refused(ada, urlOf(await ofSize(1_000_000), type))).toMatchObject(tooLarge);
    expect(await refused(ada, urlOf(await ofSize(1_200_000)))).toMatchObject({ code: 413, reason: 'FILE_TOO_LARGE' });
  });

  it('is refused by its header if it has too many pixels, before they take memory', async () => {
    const ada = await person(app);
    const bomb = blackPng(20_000);
    await set(ada, urlOf(await picture(10, 10).png().toBuffer()));
    const before = process.memoryUsage.rss();
    expect(await refused(ada, urlOf(bomb))).toMatchObject(atContent('The picture must have at most 25 million pixels'));
    expect(process.memoryUsage.rss() - before).toBeLessThan(50_000_000);
  });

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const gif = Buffer.from('GIF89a=1;alert(1)//');
  it.each<[string, () => string]>([
    ['a page', () => `data:text/html;base64,${Buffer.from('<p>').toString('base64')}`],
    ['a drawing that can hold a script', () => urlOf(svg, 'svg+xml')],
    ['such a drawing under another name', () => urlOf(svg)],
    ['a GIF under another name', () => urlOf(gif)],
    ['a page with the head of a PNG', () => urlOf(Buffer.from('\x89PNG\r\n\x1a\n<html></html>', 'latin1'))],
    ['an address', () => 'https://example.com/ada.png'],
    ['one without a type', () => 'data:;base64,AAAA'],
    ['base64 with spaces', () => 'data:image/png;base64,AA AA'],
    ['base64 for addresses', () => 'data:image/png;base64,AA-_'],
    ['base64 without its end', () => 'data:image/png;base64,AAAAA'],
    ['base64 that could be written otherwise', () => 'data:image/png;base64,AAB='],
    ['two commas', () => 'data:image/png;base64,,AAAA'],
    ['nothing', () => 'data:image/png;base64,'],
    ['single byte', () => 'data:image/png;base64,AA=='],
  ])('is no %s', async (_, content) => {
    expect(await refused(await person(app), content())).toMatchObject(wrongFormat);
  });

  it('is refused if it is truncated', async () => {
    const whole = await picture(300, 300).jpeg().toBuffer();
    const ada = await person(app);
    expect(await refused(ada, urlOf(whole.subarray(0, whole.length / 2), 'jpeg'))).toMatchObject(wrongFormat);
    expect((await read(ada)).statusCode).toBe(404);
  });

  it('is refused in our own words, without the names of libraries', async () => {
    const { message } = await refused(await person(app), urlOf(svg));
    expect(message).not.toMatch(/vips|sharp|buffer/i);
  });
});
