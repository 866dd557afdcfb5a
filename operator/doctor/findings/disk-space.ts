import { faultVerdict, okVerdict, warningVerdict, type CheckVerdict } from './finding.ts';

const GIB = 1024 ** 3;

/** The bytes of the disk of a folder. */
export interface DiskSpace {
  readonly free: number;
  readonly total: number;
}

/**
 * The verdict on free disk space. Engines stop writing when the disk is full, and ClickHouse needs free space earlier,
 * to merge parts.
 */
export function diskVerdict({ free, total }: DiskSpace, place: string): CheckVerdict {
  const share = total === 0 ? 0 : free / total;
  const seen = `${place} has ${(free / GIB).toFixed(1)} GiB free of ${(total / GIB).toFixed(1)} GiB (${Math.floor(share * 100)} %).`;
  if (free < GIB)
    return faultVerdict(seen, 'Free space on this disk, or move the folder to a larger disk, before writes fail.');
  if (free < 5 * GIB || share < 0.1)
    return warningVerdict(seen, 'Free space on this disk, or plan to move to a larger disk.');
  return okVerdict(seen);
}
