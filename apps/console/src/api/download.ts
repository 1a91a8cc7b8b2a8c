import type { Call } from '@usance/api/call';
import { initOf, urlOf } from './call.ts';
import { send } from './send.ts';

/** Fetches a file of the contract and hands it to the browser under the server's own name. Throws what `call` throws. */
export async function download(
  wanted: Call,
  input: { params?: unknown; query?: unknown; body?: unknown },
): Promise<void> {
  const response = await send(urlOf(wanted, input), initOf(wanted, input));
  saveAs(await response.blob(), fileNameOf(response.headers.get('content-disposition')));
}

/** The name in a Content-Disposition header; `filename*` (RFC 5987) wins over `filename`. */
export function fileNameOf(disposition: string | null): string {
  const extended = /filename\*=(?:UTF-8|utf-8)''([^;]+)/.exec(disposition ?? '')?.[1];
  const plain = /filename="?([^";]+)"?/.exec(disposition ?? '')?.[1];
  return (extended === undefined ? plain : decoded(extended))?.trim() || 'downloaded_file.csv';
}

/** Hands any file made in the page to the browser. */
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
