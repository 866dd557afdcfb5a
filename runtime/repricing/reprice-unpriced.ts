import type {
  EffectPage,
  EffectWorkspace,
  UnpricedEffect,
  UnpricedEffectFinder,
} from '../../analytics/gateway/unpriced-effect-finder.ts';
import { readPriceBasis, type PriceBasis } from '../../contracts/ingest/events/price-basis.ts';
import type { Price } from '../../domain/models/price.ts';
import type { FaultPoints } from '../../domain/kernel/fault-points.ts';
import type { LineWriter } from '../../journal/source/journal.ts';
import type { RepricingStore } from '../../store/gateway/repricing-store.ts';
import { pricingTransition } from './pricing-transition.ts';

/** The price table, for calls whose price basis was stored. */
export interface BasisPrices {
  readonly revision: string;
  priceOf(basis: PriceBasis): Price;
}

export interface RepricingParts {
  readonly find: UnpricedEffectFinder;
  readonly positions: RepricingStore;
  readonly prices: BasisPrices;
  readonly writer: Pick<LineWriter, 'appendLines'>;
  readonly faults: FaultPoints;
  /** True if the journal accepts more. Transitions wait for traffic, and traffic never waits for transitions. */
  readonly hasRoom: () => Promise<boolean>;
  /** Called for every effect whose price was looked up, with the result. */
  readonly onAsked: (effect: UnpricedEffect, price: Price) => void;
  /** The number of effects after which the pass ends; the current page is completed. */
  readonly maxEffects: number;
}

/** The result of a pass over unpriced effects. */
export interface RepricingOutcome {
  readonly asked: number;
  readonly priced: number;
  /** False if further effects are left. */
  readonly isWhole: boolean;
}

/** The number of effects of one workspace in a turn, before the next workspace. */
const PAGE = 500;

/** A workspace, and the position up to which its effects were checked. */
interface Waiting {
  readonly workspace: EffectWorkspace;
  readonly after: bigint;
}

/**
 * Looks up the prices of unpriced effects, and writes a transition into the journal for each effect that now has a
 * price. Continues after the last position for the same table, one page of each workspace in turn; the workspace that
 * waits longest comes first. The transitions of a page are written before its position. A process that dies in between
 * writes the same transitions again, and they count once.
 */
export async function repriceUnpriced(parts: RepricingParts, signal: AbortSignal): Promise<RepricingOutcome> {
  const { find, positions, prices, hasRoom } = parts;
  const through = await positions.loadedThrough();
  const { all, further } = await positions.position(prices.revision);
  const sum = { asked: 0, priced: 0 };
  if (through <= all) return { ...sum, isWhole: true };
  const workspaces = await find.workspaces({ after: all, through }, signal);
  let waiting: readonly Waiting[] = workspaces
    .map((workspace) => ({ workspace, after: further.get(workspace.workspaceId) ?? all }))
    .filter(({ after }) => after < through)
    .sort((one, other) => Number(one.after - other.after));
  let looked = 0;
  while (waiting.length > 0) {
    const next: Waiting[] = [];
    for (const { workspace, after } of waiting) {
      if (signal.aborted || looked >= parts.maxEffects || !(await hasRoom())) return { ...sum, isWhole: false };
      const page = await find.page(workspace, { after, through }, PAGE, signal);
      const priced = await writePriced(page, parts);
      await positions.mark(prices.revision, workspace.workspaceId, page.through);
      looked += page.found;
      sum.asked += page.effects.length;
      sum.priced += priced;
      if (page.through < through) next.push({ workspace, after: page.through });
    }
    waiting = next;
  }
  await positions.markAll(prices.revision, through);
  return { ...sum, isWhole: true };
}

/** Writes the transitions of a page. Resolves with the number of effects that now have a price. */
async function writePriced({ effects }: EffectPage, parts: RepricingParts): Promise<number> {
  const lines: string[] = [];
  for (const effect of effects) {
    const basis = readPriceBasis(effect.basis);
    if (basis === undefined) continue;
    const price = parts.prices.priceOf(basis);
    parts.onAsked(effect, price);
    if (price.state === 'priced')
      lines.push(JSON.stringify(pricingTransition(effect, price, basis.estimated === true)));
  }
  if (lines.length > 0) await parts.writer.appendLines(lines);
  parts.faults.reach('repricing.written');
  return lines.length;
}
