/** The code of an error of the system, such as `ENOENT`. */
export function faultCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
