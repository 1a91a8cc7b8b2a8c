import { createHash } from 'node:crypto';
import type { UploadedFile } from '#platform/http/calls/input/uploaded-file.ts';
import { drawDocument } from '#platform/pdf/draw-document.ts';

/** A PDF of one page, as our sales staff might attach it to an offer. */
export async function demoFile(title: string, now: Date): Promise<UploadedFile> {
  const bytes = Buffer.from(
    await drawDocument({
      language: 'en',
      title,
      facts: [
        ['From', 'Sales'],
        ['About', 'A private offer of the demonstration'],
        ['说明', '演示数据'],
      ],
      tables: [],
      foot: 'Usance',
      page: '{no} / {of}',
      createdAt: Math.floor(now.getTime() / 1000),
    }),
  );
  return {
    filename: `${title}.pdf`,
    bytes: bytes.length,
    digest: createHash('sha256').update(bytes).digest('hex'),
    head: bytes.subarray(0, 64),
    content: async function* () {
      yield bytes;
    },
  };
}
