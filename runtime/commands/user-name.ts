import { userInfo } from 'node:os';

/** The user of the operating system who asks, for the audit. In a container they may have a number alone. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
