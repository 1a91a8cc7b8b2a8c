/** Whether a process has this number now; numbers are given anew. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is one too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
