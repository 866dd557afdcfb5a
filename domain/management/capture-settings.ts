import { parseDuration } from '../kernel/parse-duration.ts';

/** The block `dashboard.capture` of the configuration file. */
export interface CaptureBlock {
  readonly request?: boolean;
  readonly response?: boolean;
  readonly ttl?: string | number;
  readonly path?: string;
}

/** The defaults of the block, in the notation of the file. */
export const CAPTURE_DEFAULTS = { request: false, response: false, ttl: '720h', path: '~/.gateway/content' } as const;

/** The block with its defaults. */
export interface CaptureSettings {
  readonly request: boolean;
  readonly response: boolean;
  /** The lifetime of content in milliseconds; 0 for the lifetime of its request. */
  readonly ttlMs: number;
  readonly path: string;
}

/** The settings of the block. Defaults are applied only here. */
export function captureSettings(block: CaptureBlock = {}): CaptureSettings {
  return {
    request: block.request ?? CAPTURE_DEFAULTS.request,
    response: block.response ?? CAPTURE_DEFAULTS.response,
    ttlMs: parseDuration(String(block.ttl ?? CAPTURE_DEFAULTS.ttl)) ?? 0,
    path: block.path ?? CAPTURE_DEFAULTS.path,
  };
}
