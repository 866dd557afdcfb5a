import type { Screen } from '../../output/screen.ts';

const HOUR_S = 3_600;
/** The most numbers of a document, and the most columns of a line: a week of hours. */
const MAX_BUCKETS = 168;
const BARS = { unicode: '▁▂▃▄▅▆▇█', ascii: '.:-=+*#%' } as const;

/** Calls over time. */
export interface CallActivity {
  readonly bucket_seconds: number;
  /** The beginning of the first bucket; null without calls. */
  readonly from: string | null;
  readonly calls: readonly number[];
}

/**
 * Calls by hours, or by twice, four times and more hours if there are too many. @param hours hours since 1970, in order
 */
export function callActivity(hours: readonly (readonly [hour: number, calls: number])[]): CallActivity {
  const first = hours[0]?.[0];
  const last = hours.at(-1)?.[0];
  if (first === undefined || last === undefined) return { bucket_seconds: HOUR_S, from: null, calls: [] };
  let width = 1;
  while (Math.floor(last / width) - Math.floor(first / width) >= MAX_BUCKETS) width *= 2;
  const start = Math.floor(first / width);
  const calls = Array.from({ length: Math.floor(last / width) - start + 1 }, () => 0);
  for (const [hour, count] of hours) {
    const bucket = Math.floor(hour / width) - start;
    calls[bucket] = (calls[bucket] ?? 0) + count;
  }
  return { bucket_seconds: width * HOUR_S, from: new Date(start * width * HOUR_S * 1_000).toISOString(), calls };
}

/** The activity as a line of bars for a terminal; empty elsewhere and for fewer than two buckets. */
export function activityLine({ bucket_seconds: seconds, calls }: CallActivity, screen: Screen): string {
  const { width, hasUnicode } = screen;
  if (width === undefined || calls.length < 2) return '';
  const label = `calls per ${seconds === HOUR_S ? 'hour' : `${seconds / HOUR_S} hours`} `;
  const columns = width - label.length;
  if (columns < 2) return '';
  const shown = calls.slice(-columns);
  const most = Math.max(...shown);
  const bars = hasUnicode ? BARS.unicode : BARS.ascii;
  const barOf = (count: number): string =>
    count === 0 ? ' ' : (bars[Math.min(bars.length - 1, Math.floor((count / most) * bars.length))] ?? '');
  return `${label}${shown.map(barOf).join('')}`;
}
