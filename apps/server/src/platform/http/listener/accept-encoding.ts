/** True if an Accept-Encoding header names this encoding without forbidding it. No browser sends a star alone. */
export function takesEncoding(encoding: 'br' | 'gzip', accepted: string | string[] | undefined): boolean {
  return `${accepted ?? ''}`.split(',').some((each) => {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
