import { portraitPixels } from '@usance/api/people/portrait';

/** The square within a picture, in the picture's own pixels. */
export interface Square {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

// Twice the stored size, so that the server can scale it down.
const side = 2 * portraitPixels;

/** Returns the square as a JPEG data URL, with transparent parts in white. */
export function cutSquare(picture: HTMLImageElement, { x, y, width, height }: Square): string {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const brush = canvas.getContext('2d');
  if (brush === null) throw new Error('This browser gives no canvas to paint on.');
  brush.imageSmoothingQuality = 'high';
  brush.fillStyle = '#fff';
  brush.fillRect(0, 0, side, side);
  brush.drawImage(picture, x, y, width, height, 0, 0, side, side);
  return canvas.toDataURL('image/jpeg', 0.92);
}
