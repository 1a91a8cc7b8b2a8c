import { readdirSync } from 'node:fs';
import type { Call } from '@usance/api/call';

export const contractFolder = new URL('../../../../packages/api/src/', import.meta.url);

/** Returns every call that the contract package defines, mounted or not. */
export async function definedCalls(): Promise<Call[]> {
  const files = readdirSync(contractFolder, { encoding: 'utf8', recursive: true }).filter((file) =>
    file.endsWith('.ts'),
  );
  const modules = await Promise.all(files.map((file): Promise<object> => import(new URL(file, contractFolder).href)));
  return modules.flatMap((module) => Object.values(module)).flatMap(callsIn);
}

/** Returns the calls in an export of a module; schemas and functions have none. */
function callsIn(exported: unknown): Call[] {
  if (typeof exported !== 'object' || exported === null) return [];
  return Object.values(exported).filter(isCall);
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'noun' in value && 'admission' in value && 'path' in value;
}
