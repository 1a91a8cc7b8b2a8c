import { pathOf } from '@usance/api/call';
import { attachments } from '@usance/api/sale/attachment';
import type { InjectOptions } from 'fastify';

export interface SentFile {
  readonly name: string;
  readonly content: string | Buffer;
}

/** The request of a browser's form with files in the field `file`, sent to an offer. */
export async function sentFiles(
  of: { id: string; poid: string },
  ...files: readonly SentFile[]
): Promise<InjectOptions> {
  const form = new FormData();
  for (const { name, content } of files) form.append('file', new File([Buffer.from(content)], name));
  const sent = new Response(form);
  const contentType = sent.headers.get('content-type') ?? '';
  const url = pathOf(attachments.upload, 'internal').replace('{id}', of.id).replace('{poid}', of.poid);
  return {
    method: 'POST',
    url,
    headers: { 'content-type': contentType },
    payload: Buffer.from(await sent.arrayBuffer()),
  };
}
