import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';

/** A decoder of one content coding, and what it takes of the memory at most. */
export interface ContentDecoder {
  readonly memoryBytes: number;
  readonly open: () => Transform;
}

/** The options of decompression: everything before a break is read. */
const ZLIB = { finishFlush: zlib.constants.Z_SYNC_FLUSH } as const;
const BROTLI = { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH } as const;

const GZIP: ContentDecoder = { memoryBytes: 65_536, open: () => zlib.createGunzip(ZLIB) };

const DECODERS: Readonly<Record<string, ContentDecoder | undefined>> = {
  gzip: GZIP,
  'x-gzip': GZIP,
  deflate: { memoryBytes: 65_536, open: () => zlib.createInflate(ZLIB) },
  // Its window, with the default size of encoders.
  br: { memoryBytes: 4_194_304, open: () => zlib.createBrotliDecompress(BROTLI) },
  zstd: zstdDecoder(),
};

/** Node has it since 22.15. */
function zstdDecoder(): ContentDecoder | undefined {
  const { createZstdDecompress: create, constants } = zlib as Partial<ZstdOfNode> & Pick<typeof zlib, 'constants'>;
  if (create === undefined) return undefined;
  // The window that RFC 8878 asks everybody to take.
  const windowLogMax = (constants as unknown as Record<string, number>)['ZSTD_d_windowLogMax'] ?? 0;
  return { memoryBytes: 8_388_608, open: () => create({ params: { [windowLogMax]: 23 } }) };
}

interface ZstdOfNode {
  readonly createZstdDecompress: (options: { readonly params: Readonly<Record<number, number>> }) => Transform;
}

/**
 * The decoder of a `content-encoding`.
 * @return 'none' if there is nothing to decode, undefined if it is unknown here
 */
export function contentDecoder(encoding: string | readonly string[] | undefined): ContentDecoder | 'none' | undefined {
  if (encoding === undefined) return 'none';
  const name = (typeof encoding === 'string' ? encoding : encoding.join(',')).trim().toLowerCase();
  if (name === '' || name === 'identity') return 'none';
  return Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
}
