import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';

/** A decoder of one content coding, and the maximum memory that it takes. */
export interface ContentDecoder {
  readonly memoryBytes: number;
  readonly open: () => Transform;
}

/** The options of decompression: everything before a break is still read. */
const ZLIB = { finishFlush: zlib.constants.Z_SYNC_FLUSH } as const;
const BROTLI = { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH } as const;

const GZIP: ContentDecoder = { memoryBytes: 65_536, open: () => zlib.createGunzip(ZLIB) };

const DECODERS: Readonly<Record<string, ContentDecoder | undefined>> = {
  gzip: GZIP,
  'x-gzip': GZIP,
  deflate: { memoryBytes: 65_536, open: () => zlib.createInflate(ZLIB) },
  // The memory of its window, at the default size of encoders.
  br: { memoryBytes: 4_194_304, open: () => zlib.createBrotliDecompress(BROTLI) },
  zstd: zstdDecoder(),
};

/** The decoder of zstd; undefined before Node 22.15, which added it. */
function zstdDecoder(): ContentDecoder | undefined {
  const { createZstdDecompress: create, constants } = zlib as Partial<ZstdOfNode> & Pick<typeof zlib, 'constants'>;
  if (create === undefined) return undefined;
  // The window that RFC 8878 recommends every decoder to support.
  const windowLogMax = (constants as unknown as Record<string, number>)['ZSTD_d_windowLogMax'] ?? 0;
  return { memoryBytes: 8_388_608, open: () => create({ params: { [windowLogMax]: 23 } }) };
}

interface ZstdOfNode {
  readonly createZstdDecompress: (options: { readonly params: Readonly<Record<number, number>> }) => Transform;
}

/**
 * The decoder of a `content-encoding`.
 * @returns `none` if there is nothing to decode; undefined if the coding is unknown
 */
export function contentDecoder(encoding: string | readonly string[] | undefined): ContentDecoder | 'none' | undefined {
  if (encoding === undefined) return 'none';
  const name = (typeof encoding === 'string' ? encoding : encoding.join(',')).trim().toLowerCase();
  if (name === '' || name === 'identity') return 'none';
  return Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
}
