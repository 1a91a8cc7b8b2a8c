import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A download: its bytes, its file name and further headers. */
export class FileReply {
  readonly filename: string;
  readonly content: Readable | Buffer;
  readonly headers: Readonly<Record<string, string>>;

  constructor(filename: string, content: Readable | Buffer, headers: Readonly<Record<string, string>> = {}) {
    this.filename = filename;
    this.content = content;
    this.headers = headers;
  }
}

/** RFC 6266: an ASCII name for old clients, the real one (maybe Chinese) as filename*. */
function contentDisposition(filename: string): string {
  const safe = filename.replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, '_');
  const ascii = safe.replaceAll(/[^\x20-\x7e]/g, '_');
  const encoded = encodeURIComponent(safe).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** Marks a reply as a file with a name. */
export function nameFile(reply: FastifyReply, media: string, filename: string): void {
  const type = media.startsWith('text/') ? `${media}; charset=utf-8` : media;
  reply.header('content-disposition', contentDisposition(filename)).type(type);
}
