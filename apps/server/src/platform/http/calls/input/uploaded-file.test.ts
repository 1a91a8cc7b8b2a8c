import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../refusal.ts';
import { type UploadedFile, uploadedFile } from './uploaded-file.ts';

const boundary = 'between';
const media = 'multipart/form-data';
const contentType = `${media}; boundary=${boundary}`;

interface Part {
  readonly name: string;
  readonly filename?: string;
  readonly content: string;
}

function formOf(parts: readonly Part[], border = boundary): string {
  const lines = parts.flatMap(({ name, filename, content }) => [
    `--${border}`,
    `content-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}`,
    ...(filename === undefined ? [] : ['content-type: application/octet-stream']),
    '',
    content,
  ]);
  return [...lines, `--${border}--`, ''].join('\r\n');
}

/** Sends pieces of 7 bytes, so that every boundary spans two pieces. */
function sending(text: string): () => AsyncIterable<Buffer> {
  const bytes = Buffer.from(text);
  return async function* () {
    for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
  };
}

const read = (text: string, mostBytes = 1_000, type = contentType): Promise<UploadedFile> =>
  uploadedFile(sending(text), type, mostBytes);

async function refused(reading: Promise<unknown>) {
  const error = await reading.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!(error instanceof Refusal)) throw new Error(`It was not refused: ${String(error)}`);
  return { reason: error.reason, field: error.metadata['field'] };
}

const file = { name: 'file', filename: 'a.txt', content: 'line\r\n--betwee\r\nend' };

it('reads the file of a form as often as needed', async () => {
  const found = await read(formOf([file]));
  expect(found).toMatchObject({ filename: 'a.txt', bytes: file.content.length });
  for (const _ of [1, 2]) {
    const pieces: Buffer[] = [];
    for await (const piece of found.content()) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toBe(file.content);
  }
});

it("gives the same file the same digest, whatever its form's boundary", async () => {
  const [one, other] = [await read(formOf([file])), await read(formOf([file], 'x'), 1_000, `${media}; boundary=x`)];
  expect(other.digest).toBe(one.digest);
});

it('drops the folder from a file name', async () => {
  expect((await read(formOf([{ ...file, filename: '../../etc/passwd' }]))).filename).toBe('passwd');
});

describe('refuses', () => {
  it.each<[string, readonly Part[], string]>([
    ['a form without a file', [], 'file'],
    ['text in place of the file', [{ name: 'file', content: 'text' }], 'file'],
    ['an empty file', [{ ...file, content: '' }], 'file'],
    ['a file of another name', [{ ...file, name: 'other' }], 'other'],
    ['a text beside the file', [{ name: 'note', content: 'x' }, file], 'note'],
    ['a text after the file', [file, { name: 'note', content: 'x' }], 'note'],
    ['two files', [file, file], 'file'],
    ['a thousand texts', Array.from({ length: 1_000 }, (_, no) => ({ name: `n${no}`, content: 'x' })), 'n0'],
  ])('%s', async (_, parts, field) => {
    expect(await refused(read(formOf(parts)))).toEqual({ reason: 'INVALID_PARAMETER', field });
  });

  it('a file above the size limit', async () => {
    expect(await refused(read(formOf([{ ...file, content: 'x'.repeat(11) }]), 10))).toMatchObject({
      reason: 'FILE_TOO_LARGE',
    });
    expect((await read(formOf([{ ...file, content: 'x'.repeat(10) }]), 10)).bytes).toBe(10);
  });

  it.each([
    ['a form that ends inside its file', formOf([file]).slice(0, -20), contentType],
    ['a form that ends inside the head of its file', formOf([file]).slice(0, 40), contentType],
    ['a form without a boundary', formOf([file]), 'multipart/form-data'],
    ['a form whose boundary is another', formOf([file]), 'multipart/form-data; boundary=other'],
    ['what is no form', 'hello', contentType],
  ])('%s', async (_, text, type) => {
    expect(await refused(read(text, 1_000, type))).toMatchObject({ reason: 'INVALID_PARAMETER' });
  });
});
