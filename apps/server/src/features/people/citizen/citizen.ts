const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const checkDigits = '10X98765432';

/** True if the check digit of a citizen's number (GB 11643) fits. */
export function isPlausible(socialId: string): boolean {
  if (!/^\d{17}[\dXx]$/.test(socialId)) return false;
  const sum = weights.reduce((total, weight, at) => total + weight * Number(socialId[at]), 0);
  return checkDigits[sum % 11] === socialId[17]?.toUpperCase();
}

/** Returns the number with all but its last four characters masked. */
export const hidden = (socialId: string): string => socialId.slice(-4).padStart(socialId.length, '*');
