import { answerQuestions } from '#platform/process/answer-questions.ts';
import { invalidParameter } from '#platform/refusal.ts';
import { type Line, readLines } from './read-lines.ts';
import type { ReadPiece, UsagePiece } from './read-usage.ts';
import { usageColumns } from './usage-columns.ts';
import { type RefusedLine, readUsageLine, refusedLine, type UsageLine } from './usage-line.ts';

// No stack traces of refusals are shown, and a body may have a million refusals.
Error.stackTraceLimit = 0;

answerQuestions(readPiece);

async function readPiece({ bytes, now, mostRefusals }: UsagePiece): Promise<ReadPiece> {
  const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sound: UsageLine[] = [];
  const refusals: RefusedLine[] = [];
  let refused = 0;
  for await (const line of readLines([piece], piece.length)) {
    const read = readLine(line, now);
    if ('kind' in read) {
      sound.push(read);
      continue;
    }
    refused += 1;
    if (refusals.length < mostRefusals) refusals.push(read);
  }
  return { lines: newlinesIn(piece), sound: usageColumns(sound), refused, refusals };
}

function readLine(line: Line, now: Date): UsageLine | RefusedLine {
  if (line.text !== undefined) return readUsageLine(line.number, line.text, now);
  const refusal = invalidParameter('', 'The line is too long or not UTF-8.');
  return refusedLine({ line: line.number, id: undefined }, refusal);
}

function newlinesIn(piece: Buffer): number {
  let count = 0;
  for (let at = piece.indexOf(0x0a); at >= 0; at = piece.indexOf(0x0a, at + 1)) count += 1;
  return count;
}
