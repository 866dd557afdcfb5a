const MAX_STEM = 60;

/**
 * The `Content-Disposition` of a download (RFC 6266): letters, digits and hyphens of the title in lower case, then the
 * id. A title may be any text, so no other character of it reaches a header or a file system.
 */
export function contentDisposition(title: string, id: string, extension: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const stem = words?.join('-').slice(0, MAX_STEM).replace(/-$/, '') ?? 'report';
  return `attachment; filename="${stem}-${id}.${extension}"`;
}
