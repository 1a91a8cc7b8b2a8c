import type { Call } from '@usance/api/call';
import type { CallInput } from '@usance/api/request';
import { send } from './send.ts';

/** The observer of a download. */
export interface DownloadWatch {
  signal?: AbortSignal;
  /** Called when the download starts, which the server has then accepted. */
  onStart?: () => void;
  /** Called with the bytes so far; the total is not known in advance. */
  onProgress?: (bytes: number) => void;
}

/**
 * Downloads a file in pieces and saves it under the server's name for it. Throws the errors of `send`, and if the
 * connection breaks halfway.
 */
export async function download<const C extends Call>(
  wanted: C,
  input: CallInput<C>,
  { signal, onStart, onProgress }: DownloadWatch = {},
): Promise<void> {
  const response = await send(wanted, { ...input, ...(signal && { signal }) });
  onStart?.();
  const pieces: BlobPart[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let piece = await reader?.read(); piece !== undefined && !piece.done; piece = await reader?.read()) {
    pieces.push(piece.value);
    bytes += piece.value.byteLength;
    onProgress?.(bytes);
  }
  const type = response.headers.get('content-type') ?? '';
  saveAs(new Blob(pieces, { type }), fileNameOf(response.headers.get('content-disposition')));
}

/** The name in a Content-Disposition header; `filename*` (RFC 5987) wins over `filename`. */
function fileNameOf(disposition: string | null): string {
  const extended = /filename\*=(?:UTF-8|utf-8)''([^;]+)/.exec(disposition ?? '')?.[1];
  const plain = /filename="?([^";]+)"?/.exec(disposition ?? '')?.[1];
  return (extended === undefined ? plain : decoded(extended))?.trim() || 'downloaded_file.csv';
}

/** Saves a file through the browser. */
export function saveAs(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replaceAll(/[\\/]/g, '_');
  link.click();
  URL.revokeObjectURL(url);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
