/**
 * All `Host` headers of a request. If a header is repeated, Node's parser uses the first, but other servers use the
 * last.
 */
export function hostHeaders(rawHeaders: readonly string[]): string[] {
  const hosts: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts.push(rawHeaders[index + 1] ?? '');
  }
  return hosts;
}
