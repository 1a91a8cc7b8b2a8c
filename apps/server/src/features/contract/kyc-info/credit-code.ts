const symbols = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/**
 * True if the check digit of a unified social credit code (GB 32100-2015) fits. Some valid codes have a wrong one,
 * and foreign enterprises have no code, so this is only a hint.
 */
export function isCreditCode(code: string): boolean {
  const values = [...code.toUpperCase()].map((symbol) => symbols.indexOf(symbol));
  if (values.length !== 18 || values.includes(-1)) return false;
  let weight = 1;
  let sum = 0;
  for (const value of values.slice(0, 17)) {
    sum += value * weight;
    weight = (weight * 3) % 31;
  }
  return values[17] === (31 - (sum % 31)) % 31;
}
