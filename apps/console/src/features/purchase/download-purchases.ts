import type { CallQuery } from '@usance/api/call';
import { downloadPurchases } from '@usance/api/purchase';
import { initOf, urlOf } from '../../api/call.ts';
import { fileNameOf, saveAs } from '../../api/download.ts';
import { send } from '../../api/send.ts';

interface Download {
  contractId: string;
  query: CallQuery<typeof downloadPurchases>;
  signal: AbortSignal;
  /** Bytes that have come so far; how many will come is not known beforehand. */
  onProgress: (bytes: number) => void;
}

/** Fetches the CSV piece by piece and hands it to the browser. Throws what `send` throws, and when the line breaks. */
export async function downloadUsage({ contractId, query, signal, onProgress }: Download): Promise<void> {
  const input = { params: { id: contractId }, query, signal };
  const response = await send(urlOf(downloadPurchases, input), initOf(downloadPurchases, input));
  const pieces: BlobPart[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let piece = await reader?.read(); piece !== undefined && !piece.done; piece = await reader?.read()) {
    pieces.push(piece.value);
    bytes += piece.value.byteLength;
    onProgress(bytes);
  }
  saveAs(new Blob(pieces, { type: 'text/csv' }), fileNameOf(response.headers.get('content-disposition')));
}
