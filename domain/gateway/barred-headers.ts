/** Headers that apply to a single connection and are not forwarded (RFC 9110, section 7.6.1). */
const CONNECTION_HEADERS: readonly string[] = [
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-authentication-info'],
  ...['proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'http2-settings'],
];

/** Headers about the framing and the encoding of a message. The gateway sets them, because it writes the message. */
const MESSAGE_HEADERS: readonly string[] = [
  ...['host', 'content-length', 'content-type', 'content-encoding', 'accept-encoding', 'expect'],
];

/** Headers that a client applies to the origin of the answer, which is the gateway and not the provider. */
const ORIGIN_HEADERS: readonly string[] = [
  ...['set-cookie', 'set-cookie2', 'strict-transport-security', 'alt-svc', 'clear-site-data', 'x-accel-redirect'],
];

const BARRED_FROM_REQUESTS: ReadonlySet<string> = new Set([...CONNECTION_HEADERS, ...MESSAGE_HEADERS]);
const BARRED_FROM_ANSWERS: ReadonlySet<string> = new Set([...CONNECTION_HEADERS, ...ORIGIN_HEADERS, 'content-length']);

/**
 * The suffixes of header names whose values are secrets: `x-amz-security-token`, `cf-aig-authorization`,
 * `ocp-apim-subscription-key`.
 */
const SECRET =
  /authorization$|(?:^|[-_])(?:token|secret|password|credentials?|signature)$|(?:api|access|auth|secret|subscription|private|master)[-_]?key$|cookie2?$/;

/**
 * True if a header contains a secret, judged by its name.
 * @param name the name in lower case
 */
export function isSecretHeader(name: string): boolean {
  return SECRET.test(name);
}

/** The reason why a header of a caller must never be forwarded to a provider; undefined if it may be. */
export function barredRequestHeaderReason(name: string): string | undefined {
  return whyBarred(name.toLowerCase(), BARRED_FROM_REQUESTS);
}

/** The reason why a header of a provider must never be returned to a caller; undefined if it may be. */
export function barredAnswerHeaderReason(name: string): string | undefined {
  return whyBarred(name.toLowerCase(), BARRED_FROM_ANSWERS);
}

function whyBarred(name: string, barred: ReadonlySet<string>): string | undefined {
  if (name.startsWith('x-tt-')) return 'is a header of the gateway itself, which never crosses it';
  if (isSecretHeader(name))
    return 'names a header that carries a credential or a cookie, which never crosses the gateway';
  if (barred.has(name)) return 'names a header that the gateway writes itself or that ends with a connection';
  return undefined;
}
