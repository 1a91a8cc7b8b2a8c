/** True if a process has this number now. The system reuses numbers. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means a process of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
