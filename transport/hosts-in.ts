/**
 * The hosts that a request names. Of a header that is there twice, the parser keeps the first; other servers take the
 * last.
 */
export function hostsIn(rawHeaders: readonly string[]): string[] {
  const hosts: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts.push(rawHeaders[index + 1] ?? '');
  }
  return hosts;
}
