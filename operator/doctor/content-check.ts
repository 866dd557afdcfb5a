import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { captureSettings } from '../../domain/management/capture-settings.ts';
import type { ContentLimits } from '../../content/content-space.ts';
import { readTallies } from '../../content/content-tallies.ts';
import { contentRoot } from '../../content/open-content-store.ts';
import type { Configuration } from '../../runtime/configuration/configuration.ts';
import { loadConfigurationFile } from '../../runtime/configuration/load-configuration-file.ts';
import { faultVerdict, okVerdict, warningVerdict, type Check, type CheckVerdict } from './findings/finding.ts';

const MIB = 1_048_576;
/** The share of the limit above which the check warns: a single workspace that captures is then near its limit. */
const NEARLY_FULL = 0.7;

/** The bytes of captured content, their limit, and the free bytes of its disk. */
export interface ContentUse extends ContentLimits {
  readonly path: string;
  readonly bytes: number;
  readonly freeBytes: number;
}

/** The check of the fill level of captured content. */
export function contentCheck({ configurationFile, contentLimits }: Configuration): Check {
  return {
    part: 'machine',
    check: 'captured content',
    async look() {
      const capture = captureSettings(loadConfigurationFile(configurationFile).file.dashboard?.capture);
      const path = contentRoot(capture.path);
      if (!existsSync(path)) return okVerdict(`No content is stored at ${path}.`);
      const { bavail, bsize } = await statfs(path);
      let bytes = 0;
      for (const days of (await readTallies(path, new Map())).values()) for (const size of days.values()) bytes += size;
      return contentVerdict({ path, bytes, freeBytes: bavail * bsize, ...contentLimits });
    },
  };
}

export function contentVerdict({ path, bytes, freeBytes, maxBytes, minFreeBytes }: ContentUse): CheckVerdict {
  const [used, max, free] = [bytes, maxBytes, freeBytes].map((size) => Math.floor(size / MIB));
  const seen = `Captured content uses ${used} MiB of ${max} MiB at ${path}, where ${free} MiB are free.`;
  if (freeBytes < minFreeBytes)
    return faultVerdict(
      seen,
      'Free space on this disk, or lower TRUETALLY_CONTENT_LEAST_FREE_MIB. Until then, no more content is stored.',
    );
  if (bytes >= maxBytes * NEARLY_FULL)
    return warningVerdict(
      seen,
      'Raise TRUETALLY_CONTENT_MOST_MIB, or shorten `dashboard.capture.ttl`. Content beyond the limit is not stored.',
    );
  return okVerdict(seen);
}
