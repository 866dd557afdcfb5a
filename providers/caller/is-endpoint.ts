/** True if calls can be sent to an address unchanged: an http or https URL without user, query and fragment. */
export function isEndpoint(text: string): boolean {
  if (text.length > 512 || !URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && [username, password, search, hash].every((part) => part === '');
}
