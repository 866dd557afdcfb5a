/** The host and port of a URL, which are its only parts that may be shown. */
export function hostAndPort(url: string): string {
  const { host } = new URL(url);
  return host;
}

/** True if data that is sent to a host stays on this machine. */
export function isLoopback(place: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(place);
}
