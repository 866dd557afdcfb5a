import type { Bounds } from '../interval/bounds.ts';
import type { Proportion } from '../interval/newcombe-difference.ts';
import type { JudgeCounts } from './judge-counts.ts';
import { within01 } from './within01.ts';

/**
 * The rate by Rogan and Gladen (1978, American Journal of Epidemiology 107:71), with the interval of Lang and Reiczigel
 * (2014, Preventive Veterinary Medicine 113:13), which accounts for the small numbers of rows in all three counts. All
 * three have rows, and the judge passes rows that people pass more often than rows that people fail.
 *
 * @param quantile the two-sided quantile of the confidence
 */
export function langReiczigel(
  { apparent, sensitivity, specificity }: JudgeCounts,
  quantile: number,
): Bounds & { readonly point: number } {
  const point = within01(takeErrorsOut(shareOf(apparent), shareOf(sensitivity), shareOf(specificity)));
  const square = quantile * quantile;
  // Adds a few rows to each count, half of each class.
  const [judged, positives, negatives] = [more(apparent, square), more(sensitivity, 2), more(specificity, 2)];
  const [share, ofPasses, ofFails] = [shareOf(judged), shareOf(positives), shareOf(negatives)];
  // With few rows, a judge can be better than chance without these added rows and not with them. The rate is then
  // unknown.
  if (ofPasses + ofFails <= 1) return { point, low: 0, high: 1 };
  const rate = takeErrorsOut(share, ofPasses, ofFails);
  const shift = 2 * square * (rate * spreadOf(positives) - (1 - rate) * spreadOf(negatives));
  const variance = spreadOf(judged) + rate ** 2 * spreadOf(positives) + (1 - rate) ** 2 * spreadOf(negatives);
  const reach = (quantile * Math.sqrt(variance)) / (ofPasses + ofFails - 1);
  return { point, low: within01(rate + shift - reach), high: within01(rate + shift + reach) };
}

function more({ k, n }: Proportion, added: number): Proportion {
  return { k: k + added / 2, n: n + added };
}

function shareOf({ k, n }: Proportion): number {
  return k / n;
}

function spreadOf(proportion: Proportion): number {
  const share = shareOf(proportion);
  return (share * (1 - share)) / proportion.n;
}

function takeErrorsOut(apparent: number, sensitivity: number, specificity: number): number {
  return (apparent + specificity - 1) / (sensitivity + specificity - 1);
}
