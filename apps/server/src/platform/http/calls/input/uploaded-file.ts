import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { says } from '@usance/api/rule';
import { invalidParameter, Refusal } from '../../../refusal.ts';

/** The one file of a form that has arrived in full. */
export interface UploadedFile {
  /** The sender's name for it: any text, never used as a path. */
  readonly filename: string;
  readonly bytes: number;
  /** SHA-256 of its content, in hex. */
  readonly digest: string;
  /** Its first bytes, which identify its format. */
  readonly head: Buffer;
  /** Returns its bytes from the beginning, each time. */
  content(): AsyncIterable<Buffer>;
}

/** The name of the file's field; a form has no other. */
const field = 'file';
const headBytes = 64;

/**
 * Reads a multipart form once to its end, so that a broken one has no effect. `sent` returns its bytes from the
 * beginning, each time. Throws 400 with the fault of the form, and 413 for a file above `mostBytes`.
 */
export async function uploadedFile(
  sent: () => AsyncIterable<Buffer>,
  contentType: string,
  mostBytes: number,
): Promise<UploadedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  let head = Buffer.alloc(0);
  let filename = '';
  for await (const { name, chunk } of filePieces(sent(), contentType, mostBytes)) {
    filename = name;
    hash.update(chunk);
    bytes += chunk.length;
    if (head.length < headBytes) head = Buffer.concat([head, chunk]).subarray(0, headBytes);
  }
  if (bytes === 0) throw invalidParameter(field, says('required'));
  const content = async function* () {
    for await (const { chunk } of filePieces(sent(), contentType, mostBytes)) yield chunk;
  };
  return { filename, bytes, digest: hash.digest('hex'), head, content };
}

interface Piece {
  readonly name: string;
  readonly chunk: Buffer;
}

async function* filePieces(sent: AsyncIterable<Buffer>, contentType: string, mostBytes: number): AsyncGenerator<Piece> {
  const form = formReader(contentType, mostBytes);
  const found = Promise.withResolvers<{ name: string; stream: BusboyFileStream }>();
  const ended = Promise.withResolvers<void>();
  // Only one of them is awaited at a time; the other must not end the process.
  found.promise.catch(() => {});
  ended.promise.catch(() => {});
  const refuse = (error: unknown) => {
    found.reject(error);
    ended.reject(error);
  };
  form.on('file', (name, stream, fileName) => {
    if (name !== field) stream.resume();
    if (name !== field) return refuse(invalidParameter(name, says('unknownField', { name })));
    found.resolve({ name: fileName ?? '', stream });
  });
  form.on('field', (name) =>
    refuse(invalidParameter(name, name === field ? says('uploadedFile') : says('unknownField', { name }))),
  );
  form.on('filesLimit', () => refuse(invalidParameter(field, says('givenTwice'))));
  form.on('partsLimit', () => refuse(invalidParameter(field, says('givenTwice'))));
  form.on('finish', () => {
    found.reject(invalidParameter(field, says('uploadedFile')));
    ended.resolve();
  });
  pipeline(sent, form, (error) => {
    if (error) refuse(brokenForm());
  });
  try {
    const { name, stream } = await found.promise;
    for await (const chunk of wholeStream(stream)) yield { name, chunk };
    if (stream.truncated) throw new Refusal('FILE_TOO_LARGE', `A file has at most ${mostBytes} bytes.`);
    await ended.promise;
  } finally {
    form.destroy();
  }
}

/** The stream's own error does not mention the form. */
async function* wholeStream(stream: BusboyFileStream): AsyncGenerator<Buffer> {
  try {
    yield* stream;
  } catch {
    throw brokenForm();
  }
}

function formReader(contentType: string, mostBytes: number): BusboyInstance {
  const limits = { fileSize: mostBytes, files: 1, fields: 1, parts: 2, fieldSize: 1024, fieldNameSize: 100 };
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits, preservePath: false });
  } catch {
    throw brokenForm();
  }
}

const brokenForm = () => invalidParameter('', says('brokenForm'));
