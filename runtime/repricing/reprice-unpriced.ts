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
import { transitionOf } from './transition-of.ts';

/** The table of prices, asked about a call whose basis was kept. */
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
  /** True if the journal accepts more: transitions wait for traffic, never the other way. */
  readonly hasRoom: () => Promise<boolean>;
  /** Called for every effect that the table was asked about, with its price. */
  readonly onAsked: (effect: UnpricedEffect, price: Price) => void;
  /** The number of effects after which it ends, in whole pages. */
  readonly maxEffects: number;
}

/** The result of asking a table again. */
export interface RepricingOutcome {
  readonly asked: number;
  readonly priced: number;
  /** False where there is more to ask about. */
  readonly isWhole: boolean;
}

/** Effects of one workspace that are looked at before others have their turn. */
const PAGE = 500;

/** A workspace, and up to where its effects were looked at. */
interface Waiting {
  readonly workspace: EffectWorkspace;
  readonly after: bigint;
}

/**
 * Asks the table of prices about effects that are unpriced, and writes the transition of each that it prices into the
 * journal. Goes on where the last look with the same table ended, in pages of each workspace in turn, those first that
 * wait longest. A page is written before its position is: who dies in between writes the same transitions once more,
 * and they count once.
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

/** Resolves with how many of a page have a price now, once their transitions are kept. */
async function writePriced({ effects }: EffectPage, parts: RepricingParts): Promise<number> {
  const lines: string[] = [];
  for (const effect of effects) {
    const basis = readPriceBasis(effect.basis);
    if (basis === undefined) continue;
    const price = parts.prices.priceOf(basis);
    parts.onAsked(effect, price);
    if (price.state === 'priced') lines.push(JSON.stringify(transitionOf(effect, price, basis.estimated === true)));
  }
  if (lines.length > 0) await parts.writer.appendLines(lines);
  parts.faults.reach('repricing.written');
  return lines.length;
}
