import { StartupFault } from '../startup-fault.ts';

/** The listener: its name, its address, and the variable or option that chooses another port. */
export interface Listener {
  readonly what: string;
  readonly host: string;
  readonly port: number;
  readonly setting: string;
}

/** The startup fault for a port that is not available; any other error is returned unchanged. */
export function listeningFault(error: Error, { what, host, port, setting }: Listener): Error {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== 'listen' || code === undefined) return error;
  const why = code === 'EADDRINUSE' ? 'the port is taken' : code;
  return new StartupFault(`${what} cannot listen at ${host}:${port} (${why}). Choose another port with ${setting}.`, {
    cause: error,
  });
}
