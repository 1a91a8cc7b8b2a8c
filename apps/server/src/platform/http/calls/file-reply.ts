import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A download: its bytes as they come, and the name a person finds it under. */
export class FileReply {
  readonly filename: string;
  readonly content: Readable | Buffer;

  constructor(filename: string, content: Readable | Buffer) {
    this.filename = filename;
    this.content = content;
  }
}

/** RFC 6266: an ASCII name for old clients, the true one (a contract may be named in Chinese) as filename*. */
function contentDisposition(filename: string): string {
  const safe = filename.replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, '_');
  const ascii = safe.replaceAll(/[^\x20-\x7e]/g, '_');
  const encoded = encodeURIComponent(safe).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** Says that a reply is a file, and what it is called. */
export function nameFile(reply: FastifyReply, media: string, filename: string): void {
  const type = media.startsWith('text/') ? `${media}; charset=utf-8` : media;
  reply.header('content-disposition', contentDisposition(filename)).type(type);
}
