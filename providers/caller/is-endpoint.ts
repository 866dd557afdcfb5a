/** An address that calls are sent to as it stands: http or https, and no user, query or fragment in it. */
export function isEndpoint(text: string): boolean {
  if (text.length > 512 || !URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && [username, password, search, hash].every((part) => part === '');
}
