import type { Screen } from '../../../output/screen.ts';

const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const ASCII_BARS = ['_', '.', '-', '=', '+', '*', '%', '#'];

/** Figures as a row of bars from the smallest to the largest one. An unknown figure is a space, and never a low bar. */
export function sparkline(
  figures: readonly (number | undefined)[],
  { hasUnicode }: Pick<Screen, 'hasUnicode'>,
): string {
  const bars = hasUnicode ? BARS : ASCII_BARS;
  const known = figures.filter((figure) => figure !== undefined);
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  return figures
    .map((figure) => {
      if (figure === undefined) return ' ';
      const height = highest === lowest ? 0 : (figure - lowest) / (highest - lowest);
      return bars[Math.min(bars.length - 1, Math.floor(height * bars.length))] ?? '';
    })
    .join('');
}
