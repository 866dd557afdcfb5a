/** The code of a system error, such as `ENOENT`. */
export function faultCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
