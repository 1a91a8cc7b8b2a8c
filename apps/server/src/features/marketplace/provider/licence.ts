/** Returns the last part of a licence's ARN; AWS writes the rest in several ways. */
export function licenceTail(arn: string | null | undefined): string {
  return /(?:^|[:/])(l-[\w-]+)$/.exec(arn ?? '')?.[1] ?? '';
}
