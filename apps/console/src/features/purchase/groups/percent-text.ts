export function percentText(percent: string | null): string {
  return percent === null ? '–' : `${percent.replace('-', '−')}%`;
}

export function signedPercent(percent: string): string {
  const sign = percent.startsWith('-') || /^0(\.0)?$/.test(percent) ? '' : '+';
  return `${sign}${percentText(percent)}`;
}
