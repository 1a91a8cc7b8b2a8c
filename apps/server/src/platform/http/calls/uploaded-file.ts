import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { says } from '@usance/api/rule';
import { invalidParameter, Refusal } from '../../refusal.ts';

/** The one file of a form that has arrived whole. */
export interface UploadedFile {
  /** As its sender calls it: any text, and never a path of ours. */
  readonly filename: string;
  readonly bytes: number;
  /** SHA-256 of its content, in hex. */
  readonly digest: string;
  /** Its first bytes, by which it is told what it is. */
  readonly head: Buffer;
  /** Its bytes from the beginning, each time. */
  content(): AsyncIterable<Buffer>;
}

/** The field that has the file; a form has nothing else. */
const field = 'file';
const headBytes = 64;

/**
 * Reads a multipart form once, to its end, so that nothing is done for one that is broken. `sent` gives its bytes from the
 * beginning, each time. 400 names what is wrong with the form, 413 a file of more than `mostBytes`.
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
  // Whoever waits for one of them hears of it; the other must not end the process.
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

/** Its own error tells of no form. */
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
