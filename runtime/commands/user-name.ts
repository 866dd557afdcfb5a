import { userInfo } from 'node:os';

/** The user of the operating system who runs a command, for the audit. In a container, this may be a number only. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
