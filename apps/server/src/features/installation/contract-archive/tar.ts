/**
 * As much of tar (POSIX ustar) as an archive of ours needs: plain files with plain names. What is read has to be what is
 * written here, byte for byte but for names, sizes and contents, so that there is nothing to be clever with: no path, no
 * link, no device, no extension, no second way to say a size.
 */

const block = 512;

/** Thrown for what is no archive of ours; the message is for people. */
export class BadTar extends Error {}

export function writeTar(files: ReadonlyMap<string, Buffer>): Buffer {
  const parts = [...files].flatMap(([name, content]) => [
    headerOf(name, content.length),
    content,
    Buffer.alloc(paddingOf(content.length)),
  ]);
  return Buffer.concat([...parts, Buffer.alloc(2 * block)]);
}

/** The files of an archive, each of which has to be one of those that are known, once. Throws BadTar. */
export function readTar(bytes: Buffer, known: readonly string[]): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  let at = 0;
  for (;;) {
    const header = bytes.subarray(at, at + block);
    if (header.length < block) throw new BadTar('The archive is cut off.');
    if (header.every((byte) => byte === 0)) break;
    const name = textAt(header, 0, 100);
    if (!known.includes(name)) throw new BadTar(`The archive has a file ${told(name)}, which is none of ours.`);
    if (files.has(name)) throw new BadTar(`The archive has ${name} twice.`);
    const size = sizeIn(header, name);
    if (!headerOf(name, size).equals(header)) throw new BadTar(whyNot(header, name));
    const begin = at + block;
    const end = begin + size + paddingOf(size);
    if (end > bytes.length) throw new BadTar(`The archive is cut off in ${name}, which says ${size} bytes.`);
    if (!isEmpty(bytes.subarray(begin + size, end))) throw new BadTar(`Something is hidden behind ${name}.`);
    files.set(name, bytes.subarray(begin, begin + size));
    at = end;
  }
  if (bytes.length !== at + 2 * block || !isEmpty(bytes.subarray(at)))
    throw new BadTar('The archive does not end where it says.');
  return files;
}

const isEmpty = (bytes: Buffer) => bytes.every((byte) => byte === 0);
const paddingOf = (size: number) => (block - (size % block)) % block;
const told = (name: string) => JSON.stringify(name.slice(0, 100));

function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(block);
  header.write(name, 0, 100, 'ascii');
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\u000000', 257, 'latin1');
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

const sumOf = (header: Buffer) => header.reduce((sum, byte) => sum + byte, 0);

function textAt(header: Buffer, at: number, length: number): string {
  const field = header.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.subarray(0, end === -1 ? length : end).toString('latin1');
}

function sizeIn(header: Buffer, name: string): number {
  const text = textAt(header, 124, 12);
  if (!/^[0-7]{11}$/.test(text)) throw new BadTar(`The size of ${name} is not written as ours is.`);
  return Number.parseInt(text, 8);
}

function whyNot(header: Buffer, name: string): string {
  if (header[156] !== '0'.charCodeAt(0)) return `${name} is no plain file.`;
  const summed = Buffer.from(header);
  summed.fill(' ', 148, 156);
  if (textAt(header, 148, 6) !== sumOf(summed).toString(8).padStart(6, '0')) return `The checksum of ${name} is wrong.`;
  return `The header of ${name} is not as ours are.`;
}
