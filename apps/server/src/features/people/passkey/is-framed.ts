import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';

/** True if the browser says that another site's page framed ours during signing, or if its data cannot be read. */
export function isFramed(clientDataJson: string): boolean {
  try {
    return decodeClientDataJSON(clientDataJson).crossOrigin === true;
  } catch {
    return true;
  }
}
