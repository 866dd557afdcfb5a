import { badRequest, type GatewayError } from '../refusal.ts';

/** Every one of them reads ASCII and UTF-8 as UTF-8 does. */
const CHARSETS: readonly string[] = ['utf-8', 'utf8', 'us-ascii', 'ascii'];
const CHARSET = /;\s*charset\s*=\s*("?)([^";\s]*)\1/giu;

/**
 * Why a body is not read in the form that its headers declare. The gateway reads JSON in UTF-8 and sends headers on: a server that believes another
 * form would read another request.
 * @param rawHeaders names and values one after the other
 */
export function refuseOtherForm(rawHeaders: readonly string[]): GatewayError | undefined {
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (!name.startsWith('c') && !name.startsWith('C')) continue;
    const value = rawHeaders[index + 1] as string;
    const lower = name.toLowerCase();
    if (lower === 'content-encoding' && !isPlain(value))
      return badRequest(
        `The body is read as it is, and \`content-encoding\` says ${JSON.stringify(value)}. Send it uncompressed.`,
        415,
      );
    if (lower !== 'content-type' || !value.includes(';')) continue;
    const other = [...value.matchAll(CHARSET)]
      .map(([, , charset = '']) => charset.toLowerCase())
      .find((charset) => !CHARSETS.includes(charset));
    if (other !== undefined)
      return badRequest(
        `The body is read as UTF-8, and \`content-type\` says the charset ${JSON.stringify(other)}. Send UTF-8.`,
        415,
      );
  }
  return undefined;
}

function isPlain(encoding: string): boolean {
  const said = encoding.trim().toLowerCase();
  return said === '' || said === 'identity';
}
