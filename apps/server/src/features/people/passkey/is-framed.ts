import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';

/** Whether a browser says that a page of another site had it sign, with ours inside; what cannot be read is as bad. */
export function isFramed(clientDataJson: string): boolean {
  try {
    return decodeClientDataJSON(clientDataJson).crossOrigin === true;
  } catch {
    return true;
  }
}
