import { nearestName } from '../../domain/kernel/nearest-name.ts';
import { METRICS } from '../../domain/insight/metrics/metrics.ts';

const IDS: readonly string[] = METRICS.map(({ id }) => id);
/** The words of each id, without its version. */
const WORDS = IDS.map((id) => id.replace(/\.v\d+$/, '').split('_'));

/**
 * The metric that was probably meant: the nearest name, else the first that has what was written as a word, as `spend`.
 */
export function nearestMetric(written: string): string | undefined {
  const word = written.replace(/\.v\d+$/, '').toLowerCase();
  return nearestName(written, IDS) ?? IDS[WORDS.findIndex((words) => words.includes(word))];
}
