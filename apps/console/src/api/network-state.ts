/** After more than this many failed requests in a row the reader is told (console specification, errors). */
const tolerated = 5;

let failedInARow = 0;

export function countNetworkFailure(): void {
  failedInARow += 1;
}

export function resetNetworkFailures(): void {
  failedInARow = 0;
}

export function isNetworkDown(): boolean {
  return failedInARow > tolerated;
}
