import { nearestName } from '../../domain/kernel/nearest-name.ts';
import { METRICS } from '../../domain/insight/metrics/metrics.ts';

const IDS: readonly string[] = METRICS.map(({ id }) => id);
/** The words in the name of each metric, without the version. */
const WORDS = IDS.map((id) => id.replace(/\.v\d+$/, '').split('_'));

/**
 * The metric that was probably meant: the one with the nearest name, else the first whose name contains the text as a
 * word, such as `spend`.
 */
export function nearestMetric(written: string): string | undefined {
  const word = written.replace(/\.v\d+$/, '').toLowerCase();
  return nearestName(written, IDS) ?? IDS[WORDS.findIndex((words) => words.includes(word))];
}
