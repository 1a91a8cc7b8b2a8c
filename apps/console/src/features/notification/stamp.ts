/** Formats a time as YYYY-MM-DD HH:mm in the reader's zone. */
export function stampOf(at: string): string {
  const date = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
